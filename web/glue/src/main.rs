//! Writes the JavaScript and the types between the page and its module: `hidden-decks-glue MODULE FOLDER`.

use std::env;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [module, folder] = &arguments[..] else {
        eprintln!("hidden-decks-glue MODULE FOLDER");
        return ExitCode::from(2);
    };
    let mut glue = Bindgen::new();
    glue.input_path(module).out_name("hidden_decks_web");
    glue.remove_name_section(true).remove_producers_section(true).typescript(true);
    let written = glue.web(true).and_then(|glue| glue.generate(folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{module}: {error:#}");
            ExitCode::FAILURE
        }
    }
}
