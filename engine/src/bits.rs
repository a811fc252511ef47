//! Sets of small numbers, represented by the bits of a word.

use rand::Rng;
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

/// Returns the positions of the set bits in ascending order.
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

/// Evaluates the last expression of a function. It is compiled twice, together with all that is inlined into it: for the extensions
/// that `Deposit` proves, and for any processor. It is written like a closure whose argument is the fitting
/// [`Select`](crate::bits::Select), or as the signature of a function marked `inline(always)`: compilers do not inline closures
/// with much code.
#[macro_export]
macro_rules! by_processor {
    (|$select:pat_param| $code:expr) => {{
        #[cfg(target_arch = "x86_64")]
        if let Some(deposit) = $crate::bits::Deposit::detect() {
            return deposit.run(|| {
                let $select = deposit;
                $code
            });
        }
        let $select = $crate::bits::Bytewise;
        $code
    }};
    (fn $function:ident($($argument:ident: $type:ty),*) -> $result:ty) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn extended($($argument: $type),*) -> $result {
                $function($($argument),*)
            }
            if $crate::bits::Deposit::detect().is_some() {
                #[expect(unsafe_code, reason = "a third less work for the inputs of networks")]
                // SAFETY: a `Deposit` exists only where the processor has these extensions.
                return unsafe { extended($($argument),*) };
            }
        }
        $function($($argument),*)
    }};
}

/// Returns the position of a uniformly random set bit; at least one bit must be set.
#[inline]
pub fn random_bit<R: Rng>(mask: u64, rng: &mut R) -> u32 {
    by_processor!(|select| select.random_bit(mask, rng))
}

/// An algorithm that finds a set bit by its rank. All implementations give the same results.
pub trait Select: Copy {
    /// Returns the position of the set bit that `random` selects. Each bit is selected with the same probability, to one part in
    /// 2^58. Leaves in `random` a word for further selections, which has at most six bits less of randomness.
    fn take_bit(self, mask: u64, random: &mut u64) -> u32;

    /// Selects a random bit like the free function [`random_bit`].
    #[inline]
    fn random_bit<R: Rng>(self, mask: u64, rng: &mut R) -> u32 {
        self.take_bit(mask, &mut rng.next_u64())
    }
}

/// The portable implementation. It sums bytes without a branch (Vigna, *Broadword implementation of rank/select queries*, 2008),
/// because a loop over the bits would end at an unpredictable branch.
#[derive(Copy, Clone)]
pub struct Bytewise;

impl Select for Bytewise {
    #[inline]
    fn take_bit(self, mask: u64, random: &mut u64) -> u32 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x8080_8080_8080_8080;
        let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
        let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let sums = ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES);
        let rank = scale(random, (sums >> 56) as u32);
        // A byte's high bit stays set if the number of set bits up to and including that byte exceeds the rank.
        let beyond = ((sums | HIGH) - (rank + 1) * ONES) & HIGH;
        let shift = beyond.trailing_zeros() & !7;
        let before = (sums << 8 >> shift) & 0xff;
        let byte = (mask >> shift) & 0xff;
        shift + u32::from(SELECT_IN_BYTE[(rank - before) as usize][byte as usize])
    }
}

/// The implementation with the processor instruction that deposits a bit at the nth set bit of a mask. A value of this type
/// proves that the processor has the extensions `avx2`, `bmi1`, `bmi2`, `lzcnt` and `popcnt`.
#[cfg(target_arch = "x86_64")]
#[derive(Copy, Clone)]
pub struct Deposit(());

#[cfg(target_arch = "x86_64")]
impl Deposit {
    /// Returns the proof, if the processor has the extensions.
    #[inline]
    pub fn detect() -> Option<Self> {
        use std::arch::is_x86_feature_detected as has;
        static IS_FOUND: LazyLock<bool> = LazyLock::new(|| {
            has!("bmi2") && has!("popcnt") && has!("bmi1") && has!("lzcnt") && has!("avx2")
        });
        IS_FOUND.then_some(Self(()))
    }

    /// Runs code, compiled for the extensions together with all that is inlined into it.
    #[inline]
    pub fn run<T>(self, code: impl FnOnce() -> T) -> T {
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn extended<T>(code: impl FnOnce() -> T) -> T {
            code()
        }
        #[expect(unsafe_code, reason = "a fifth less work for searches and random games")]
        // SAFETY: a `Deposit` exists only where the processor has these extensions.
        unsafe {
            extended(code)
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Select for Deposit {
    #[inline]
    fn take_bit(self, mask: u64, random: &mut u64) -> u32 {
        // SAFETY: a `Deposit` exists only where the processor has these extensions.
        #[expect(
            unsafe_code,
            reason = "a third more random games a second, see docs/research/speed.md"
        )]
        unsafe {
            take_bit_by_deposit(mask, random)
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi1,bmi2,popcnt")]
fn take_bit_by_deposit(mask: u64, random: &mut u64) -> u32 {
    let rank = scale(random, mask.count_ones());
    std::arch::x86_64::_pdep_u64(1 << rank, mask).trailing_zeros()
}

/// Scales a random word to a number below `range` (Lemire, *Fast Random Integer Generation in an Interval*, 2019, without the
/// rejection step, which small ranges do not need). Leaves in `random` the position of the word within the interval of words that
/// give this number, which is itself a random word.
#[inline]
fn scale(random: &mut u64, range: u32) -> u64 {
    let product = u128::from(*random) * u128::from(range);
    *random = product as u64;
    (product >> 64) as u64
}

/// The position of the set bit of each rank in each byte, indexed by rank and byte.
static SELECT_IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank][byte] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seed;
    use std::collections::BTreeMap;

    const MASKS: [u64; 7] =
        [1, 1 << 63, 0x8000_0000_0000_0001, 0b1011_0000, 0xff00_0000_00f0_1001, !0, !0 >> 1];

    #[test]
    fn every_bit_is_drawn_and_no_other() {
        let mut rng = Seed::new(5).rng();
        for mask in MASKS {
            let mut counts = BTreeMap::new();
            for _ in 0..20_000 {
                *counts.entry(random_bit(mask, &mut rng) as usize).or_insert(0) += 1;
            }
            assert!(counts.keys().copied().eq(bits(mask)), "{mask:x}: {counts:?}");
            let expected = 20_000 / counts.len() as i32;
            assert!(counts.values().all(|count| (count - expected).abs() < expected / 2));
        }
    }

    /// Checks that processors with and without the extensions draw the same bits.
    #[test]
    #[cfg(target_arch = "x86_64")]
    fn all_ways_select_the_same() {
        let Some(deposit) = Deposit::detect() else { return };
        let mut rng = Seed::new(6).rng();
        let masks =
            MASKS.into_iter().chain((0..10_000).map(|_| rng.next_u64())).collect::<Vec<_>>();
        for mask in masks {
            let random = rng.next_u64();
            let (mut one, mut other) = (random, random);
            let bits = [deposit.take_bit(mask, &mut one), Bytewise.take_bit(mask, &mut other)];
            assert_eq!((bits[0], one), (bits[1], other), "{mask:x}");
        }
    }

    /// Checks that one word selects from three sets like three independent words: all 60 outcomes are equally frequent.
    #[test]
    fn remaining_bits_of_a_word_are_random() {
        let mut rng = Seed::new(7).rng();
        let mut counts = BTreeMap::new();
        for _ in 0..60_000 {
            let mut random = rng.next_u64();
            let outcome =
                [0b111, 0b11_0011, 0b1_1111].map(|mask| Bytewise.take_bit(mask, &mut random));
            *counts.entry(outcome).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 60);
        // The expected count is 1000, with a standard deviation of 31.
        assert!(counts.values().all(|&count: &i32| (count - 1000).abs() < 160), "{counts:?}");
    }
}
