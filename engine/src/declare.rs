//! Declarations that keep a name beside its value: macros that expand to plain constants and functions.

/// Declares numbers of a position, such as features or inputs of networks: a list of their names, and a function that computes
/// them in the order of the list. Each line gives the name, for a feature its weight, the value, and the meaning.
#[macro_export]
macro_rules! numbers {
    (
        $(#[$list_doc:meta])*
        $list:ident: $kind:ident;
        $(#[$doc:meta])*
        fn $function:ident($($argument:ident: $type:ty),* $(,)?) { $($before:tt)* }
        $( $name:ident $(($weight:expr))?: $value:expr, $meaning:literal; )+
    ) => {
        $(#[$list_doc])*
        pub(crate) const $list: &[$crate::$kind] =
            &[$($crate::$kind::new(stringify!($name) $(, $weight)?, $meaning)),+];

        $(#[$doc])*
        pub(crate) fn $function($($argument: $type),*) -> [f64; $list.len()] {
            $($before)*
            [$($value),+]
        }
    };
}

/// Declares the groups of a game's sparse inputs, and for each group a type whose value is an input of it: its place on each axis.
#[macro_export]
macro_rules! groups {
    (
        $(#[$doc:meta])*
        $list:ident;
        $( $group:ident = $name:literal[$($axis:expr),+], $meaning:literal; )+
    ) => {
        $(#[$doc])*
        pub(crate) const $list: &[$crate::InputGroup] =
            &[$($crate::InputGroup::new($name, 1 $(* $axis)+, $meaning)),+];

        /// The first input of each group, followed by the total number of inputs.
        const FIRST: [usize; $list.len() + 1] = $crate::InputGroup::first($list);

        enum Group {
            $($group),+
        }

        $(
            #[doc = $meaning]
            struct $group([usize; [$($axis),+].len()]);

            impl $group {
                /// Switches the input on.
                #[inline(always)]
                fn add(self, on: &mut Vec<u16>) {
                    let mut input = 0;
                    for (place, size) in self.0.into_iter().zip([$($axis),+]) {
                        debug_assert!(place < size);
                        input = input * size + place;
                    }
                    on.push((FIRST[Group::$group as usize] + input) as u16);
                }
            }
        )+
    };
}
