//! Fuzz target: any bytes are read as a network without a panic, and accepted networks survive a round trip.
#![no_main]

use agents::evaluation::Network;
use engine::{Evaluated, is_printable};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    read::<tongiaki::State>(bytes);
    read::<wongar::State>(bytes);
});

fn read<G: Evaluated>(bytes: &[u8]) {
    match Network::<G>::from_bytes(bytes, "n") {
        Ok(network) => {
            let again = Network::<G>::from_bytes(&network.to_bytes("a fuzzer"), "n");
            assert!(again.expect("written values can be read") == network);
        }
        Err(error) => assert!(error.to_string().chars().all(is_printable), "{error:?}"),
    }
}
