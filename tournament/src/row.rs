//! Rows of CSV files, written from serde structs.
//!
//! A tournament between agents that do not think would spend a good part of its time in a general CSV
//! writer. A row is a flat struct of numbers, words and options of them; everything else is refused.

use serde::ser::{Error as _, Impossible, SerializeStruct};
use serde::{Serialize, Serializer};
use std::fmt::Display;

/// Appends the values of a struct as a line.
///
/// # Errors
/// If it is no struct, or not flat.
pub fn write_row<R: Serialize>(row: &R, text: &mut Vec<u8>) -> Result<(), NotFlat> {
    row.serialize(Row { text, is_header: false })
}

/// Appends the names of a struct's fields as a line.
///
/// # Errors
/// As for [`write_row`].
pub fn write_header<R: Serialize>(row: &R, text: &mut Vec<u8>) -> Result<(), NotFlat> {
    row.serialize(Row { text, is_header: true })
}

/// Something that does not fit into a row.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotFlat(String);

impl serde::ser::Error for NotFlat {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// The end of a text that a row, or a value of it, is appended to.
struct Row<'a> {
    text: &'a mut Vec<u8>,
    is_header: bool,
}

impl SerializeStruct for Row<'_> {
    type Ok = ();
    type Error = NotFlat;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        if self.is_header {
            write_word(name, self.text);
        } else {
            value.serialize(Row { text: self.text, is_header: false })?;
        }
        self.text.push(b',');
        Ok(())
    }

    fn end(self) -> Result<(), NotFlat> {
        if let Some(last) = self.text.last_mut() {
            *last = b'\n';
        }
        Ok(())
    }
}

/// Quotes a word if it has to be quoted.
fn write_word(word: &str, text: &mut Vec<u8>) {
    let is_special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    if !word.bytes().any(is_special) {
        return text.extend_from_slice(word.as_bytes());
    }
    text.push(b'"');
    for byte in word.bytes() {
        if byte == b'"' {
            text.push(b'"');
        }
        text.push(byte);
    }
    text.push(b'"');
}

macro_rules! numbers {
    ($($method:ident($number:ty) by $format:ident;)*) => {$(
        fn $method(self, number: $number) -> Result<(), NotFlat> {
            self.text.extend_from_slice($format::Buffer::new().format(number).as_bytes());
            Ok(())
        }
    )*};
}

macro_rules! refused {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$result, NotFlat> {
            Err(NotFlat::custom("a row holds numbers, words and nothing else"))
        }
    )*};
}

type Never = Impossible<(), NotFlat>;

impl<'a> Serializer for Row<'a> {
    type Ok = ();
    type Error = NotFlat;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Row<'a>;
    type SerializeStructVariant = Never;

    numbers! {
        serialize_i8(i8) by itoa;
        serialize_i16(i16) by itoa;
        serialize_i32(i32) by itoa;
        serialize_i64(i64) by itoa;
        serialize_u8(u8) by itoa;
        serialize_u16(u16) by itoa;
        serialize_u32(u32) by itoa;
        serialize_u64(u64) by itoa;
        serialize_f32(f32) by ryu;
        serialize_f64(f64) by ryu;
    }

    fn serialize_str(self, word: &str) -> Result<(), NotFlat> {
        write_word(word, self.text);
        Ok(())
    }

    fn serialize_bool(self, is_so: bool) -> Result<(), NotFlat> {
        self.serialize_str(if is_so { "true" } else { "false" })
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        word: &'static str,
    ) -> Result<(), NotFlat> {
        self.serialize_str(word)
    }

    fn serialize_none(self) -> Result<(), NotFlat> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NotFlat> {
        Ok(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), NotFlat> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NotFlat> {
        Err(NotFlat::custom(name))
    }

    refused! {
        serialize_char(char) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Values<'a> {
        word: &'a str,
        whole: u64,
        less: i16,
        real: f64,
        maybe: Option<f64>,
        is_even: bool,
        kind: Kind,
    }

    #[derive(Serialize)]
    enum Kind {
        Usual,
    }

    /// A general CSV writer is the judge.
    #[test]
    fn rows_are_those_of_a_csv_writer() {
        let words = ["", "plain", "a,b", "say \"no\"", "two\nlines", "\r", "fünf #5", " "];
        let reals = [0.0, -0.0, 1.0, 0.1, 1.0 / 3.0, 1e300, -2.5e-7, 123_456_789.0, f64::NAN];
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut text = Vec::new();
        for (number, &word) in words.iter().enumerate() {
            for &real in &reals {
                let less = -(number as i16);
                let is_even = number % 2 == 0;
                let maybe = is_even.then_some(real);
                let whole = u64::MAX / (1 + number as u64);
                let row = Values { word, whole, less, real, maybe, is_even, kind: Kind::Usual };
                if text.is_empty() {
                    write_header(&row, &mut text).unwrap();
                }
                write_row(&row, &mut text).unwrap();
                writer.serialize(&row).unwrap();
            }
        }
        let expected = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn what_is_not_flat_is_refused() {
        assert!(write_row(&[1, 2], &mut Vec::new()).is_err());
        assert!(write_row(&Some([1]), &mut Vec::new()).is_err());
    }
}
