//! The values of a column of Parquet, with the levels that say where lists begin and what is null.

use parquet::data_type::ByteArray;

/// A column of some rows.
pub struct Column {
    pub(super) values: Values,
    /// For each place how much of it is there; `None` where everything is.
    pub(super) definition: Option<Vec<i16>>,
    /// For each place 0 at the start of a row and 1 within a list; `None` without lists.
    pub(super) repetition: Option<Vec<i16>>,
}

/// Values of one of Parquet's types, those that are null left out.
pub(super) enum Values {
    Flag(Vec<bool>),
    Int(Vec<i32>),
    Long(Vec<i64>),
    Single(Vec<f32>),
    Double(Vec<f64>),
    Text(Vec<ByteArray>),
}

/// The level of an element that is there, in a list that always is.
const ELEMENT: i16 = 1;
/// The levels of a list that may be null.
const NO_LIST: i16 = 0;
const NO_ELEMENT: i16 = 2;

macro_rules! values_from {
    ($($variant:ident($of:ty)),*) => {
        $(impl From<Vec<$of>> for Values {
            fn from(values: Vec<$of>) -> Self {
                Self::$variant(values)
            }
        })*
    };
}
values_from!(Flag(bool), Int(i32), Long(i64), Single(f32), Double(f64), Text(ByteArray));

#[expect(private_bounds, reason = "only these types are columns")]
impl Column {
    /// A required column.
    pub fn of<T>(values: Vec<T>) -> Self
    where
        Values: From<Vec<T>>,
    {
        Self { values: values.into(), definition: None, repetition: None }
    }

    /// A required column of texts.
    pub fn texts<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self::of(texts.into_iter().map(ByteArray::from).collect())
    }

    /// An optional column.
    pub fn optional<T>(values: Vec<Option<T>>) -> Self
    where
        Values: From<Vec<T>>,
    {
        let definition = values.iter().map(|value| i16::from(value.is_some())).collect();
        let values: Vec<T> = values.into_iter().flatten().collect();
        Self { values: values.into(), definition: Some(definition), repetition: None }
    }

    /// A column of required lists of required elements. All lists have this length, and they follow
    /// each other.
    pub fn lists<T>(elements: Vec<T>, length: usize) -> Self
    where
        Values: From<Vec<T>>,
    {
        let definition = vec![ELEMENT; elements.len()];
        let repetition = (0..elements.len()).map(|place| i16::from(place % length != 0)).collect();
        Self { values: elements.into(), definition: Some(definition), repetition: Some(repetition) }
    }

    /// A column of optional lists of optional elements.
    pub fn optional_lists<T>(lists: Vec<Option<Vec<Option<T>>>>) -> Self
    where
        Values: From<Vec<T>>,
    {
        let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
        for list in lists {
            let Some(list) = list else {
                definition.push(NO_LIST);
                repetition.push(0);
                continue;
            };
            for (place, element) in list.into_iter().enumerate() {
                definition.push(NO_ELEMENT + i16::from(element.is_some()));
                repetition.push(i16::from(place > 0));
                values.extend(element);
            }
        }
        Self { values: values.into(), definition: Some(definition), repetition: Some(repetition) }
    }
}
