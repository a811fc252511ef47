//! Declarations that keep a name beside its value: macros that expand to plain constants and functions.

/// Returns the first number of each group, if the members of groups of these sizes are numbered one after another.
pub const fn first_numbers<const N: usize>(sizes: &[usize; N]) -> [usize; N] {
    let mut first = [0; N];
    let mut group = 1;
    while group < N {
        first[group] = first[group - 1] + sizes[group - 1];
        group += 1;
    }
    first
}

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
        pub(crate) const $list: &[$crate::$kind] = &[$(
            $crate::$kind { name: stringify!($name), $(weight: $weight,)? meaning: $meaning }
        ),+];

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
            &[$($crate::InputGroup { name: $name, size: 1 $(* $axis)+, meaning: $meaning }),+];

        const _: () = assert!(0 $(+ 1 $(* $axis)+)+ <= 1 << 16, "inputs are numbered by two bytes");

        /// The first input of each group.
        const FIRST: [usize; $list.len()] = $crate::first_numbers(&[$(1 $(* $axis)+),+]);

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

/// Declares the encoding of a game and the blocks of its tensors: for each its shape, the statement that writes it, and the
/// meaning of its values. The statements may use the view, the number of players and the writer under the names given first.
#[macro_export]
macro_rules! encoding {
    (
        $(#[$doc:meta])*
        $name:ident: $game:ty, $moves:ty;
        ($view:ident, $players:ident, $writer:ident) { $($before:tt)* }
        $( $block:ident[$($size:expr),+]: $write:expr, $meaning:literal; )+
    ) => {
        impl $game {
            $(#[$doc])*
            pub(crate) const $name: $crate::Encoding<Self> = $crate::Encoding {
                groups: <$moves>::GROUPS,
                action: <$moves>::numbered,
                number_of: <$moves>::number,
                blocks: |$players| {
                    let _ = $players;
                    vec![$($crate::TensorBlock {
                        name: stringify!($block),
                        shape: vec![$($size),+],
                        meaning: $meaning,
                    }),+]
                },
                write_blocks: |$view, $players, $writer| {
                    let _ = $players;
                    $($before)*
                    $(
                        $writer.begin_block(stringify!($block), [$($size),+].iter().product());
                        $write;
                    )+
                },
            };
        }
    };
}

/// Declares the phases of a game in the order of the rules: for each its data, its name for bots, and the chapter of the help
/// about it.
#[macro_export]
macro_rules! phases {
    (
        $(#[$doc:meta])*
        pub(crate) enum $name:ident;
        $(
            $(#[$due:meta])*
            $phase:ident $({ $($field:ident: $type:ty),+ })? = $word:literal in $chapter:literal;
        )+
    ) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
        pub(crate) enum $name {
            $( $(#[$due])* $phase $({ $($field: $type),+ })?, )+
        }

        impl $name {
            /// The name of each phase, and its chapter of the help.
            const FACTS: &[(&str, &str)] = &[$(($word, $chapter)),+];

            /// The number of phases.
            pub(crate) const COUNT: usize = Self::FACTS.len();

            /// Returns the phase's number in the order of the rules.
            pub(crate) const fn number(self) -> usize {
                enum Number {
                    $($phase),+
                }
                match self {
                    $( Self::$phase { .. } => Number::$phase as usize, )+
                }
            }

            /// Returns the phase's name for bots.
            pub(crate) const fn name(self) -> &'static str {
                Self::FACTS[self.number()].0
            }

            /// Returns the chapter of the help about the phase.
            pub(crate) const fn chapter(self) -> &'static str {
                Self::FACTS[self.number()].1
            }

            /// Returns all chapters of the help.
            pub(crate) fn chapters() -> &'static [&'static str] {
                static CHAPTERS: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| {
                    let mut chapters: Vec<_> = $name::FACTS.iter().map(|facts| facts.1).collect();
                    chapters.dedup();
                    chapters
                });
                &CHAPTERS
            }
        }
    };
}

/// Implements functions of a [`Game`](crate::Game) for a state that offers its moves as the bits of `options`: `move_of` and
/// `option_of` convert between both, and `choose` plays an option and notes its events. The state itself has functions with the
/// names `players`, `turn`, `turns_played`, `is_between_turns`, `outcome` and `play_noting`, and its view has `new(seat, &state)`.
#[macro_export]
macro_rules! game_by_options {
    () => {
        fn players(&self) -> usize {
            self.players()
        }

        fn turn(&self) -> $crate::Turn {
            self.turn()
        }

        fn turns_played(&self) -> u32 {
            self.turns_played()
        }

        fn is_between_turns(&self) -> bool {
            self.is_between_turns()
        }

        fn outcome(&self) -> $crate::Outcome {
            self.outcome()
        }

        fn view(&self, seat: $crate::Seat) -> Self::View {
            Self::View::new(seat, self)
        }

        fn moves(&self, into: &mut Vec<Self::Move>) {
            into.clear();
            let options = $crate::bits::bits(self.options);
            into.extend(options.map(|option| self.move_of(option as u32)));
        }

        fn is_legal(&self, mv: Self::Move) -> bool {
            self.option_of(mv).is_some()
        }

        fn play(&mut self, mv: Self::Move) {
            self.play_noting(mv, &mut ());
        }

        fn random_move<R: rand::Rng>(&self, rng: &mut R) -> Self::Move {
            self.move_of($crate::bits::random_bit(self.options, rng))
        }

        fn play_random<R: rand::Rng>(&mut self, rng: &mut R) {
            self.choose($crate::bits::random_bit(self.options, rng), &mut ());
        }
    };
}
