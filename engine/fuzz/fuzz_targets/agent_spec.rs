//! Fuzz target: any text is parsed as a list of agents without a panic, and accepted specs survive a round trip through text.
#![no_main]

use agents::{Registry, Spec};
use engine::{PlayableGame, is_printable};
use poker::leduc;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let specs = match Spec::parse_list(text) {
        Ok(specs) => specs,
        Err(error) => return assert!(error.to_string().chars().all(is_printable), "{error:?}"),
    };
    for spec in &specs {
        let again: Spec = spec.to_string().parse().expect("written values can be read");
        assert_eq!((again.name(), again.arguments()), (spec.name(), spec.arguments()));
        // Skip external programs and files: a file name produced by the fuzzer could name a device.
        let names_file = |(key, _): &(String, String)| ["weights", "evaluation", "file"].contains(&&**key);
        let names_program = spec.name().eq_ignore_ascii_case("external");
        if !names_program && !spec.arguments().iter().any(names_file) {
            make::<tongiaki::State>(spec);
            make::<wongar::State>(spec);
            make::<leduc::Leduc>(spec);
        }
    }
});

fn make<G: PlayableGame>(spec: &Spec) {
    match Registry::<G>::built_in().participant(spec) {
        Ok(participant) => (2..=6).for_each(|players| drop(participant.parameters_at(players))),
        Err(error) => assert!(error.to_string().chars().all(is_printable), "{error:?}"),
    }
}
