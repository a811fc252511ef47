//! `--vary`: the values of a rule, each of which is played in a separate run.

use clap::Args;

/// The rule to vary.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct VaryArgument {
    /// Play the same decks under several values of a rule, e.g. ships=11,13,15
    ///
    /// The program plays a separate run for each value, in the subfolders ships-11, ships-13 and ships-15 of --out;
    /// `hidden_decks.lab` in Python compares them.
    #[arg(long, value_name = "KEY=VALUE,…", value_parser = variation, requires = "out")]
    pub vary: Option<Variation>,
}

/// A rule and its values.
#[derive(Clone, Debug)]
pub struct Variation {
    key: String,
    values: Vec<String>,
}

impl Variation {
    /// Returns the rule, the value and the name of the folder of each run.
    pub fn runs(&self) -> impl Iterator<Item = (String, String, String)> {
        let run =
            |value: &String| (self.key.clone(), value.clone(), format!("{}-{value}", self.key));
        self.values.iter().map(run)
    }
}

fn variation(text: &str) -> Result<Variation, String> {
    let pair = text.split_once('=').filter(|(key, _)| !key.is_empty());
    let (key, values) = pair.ok_or("expected a rule and its values, e.g. ships=11,13,15")?;
    let values: Vec<String> = values.split(',').map(ToOwned::to_owned).collect();
    if values.len() < 2 {
        return Err(format!("expected two or more values, e.g. {key}=11,13; --rule sets one"));
    }
    for (place, value) in values.iter().enumerate() {
        // The values are also names of folders.
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        if value.is_empty() || !value.chars().all(is_name) {
            return Err(format!("'{value}' is not a word or a whole number"));
        }
        if values[..place].contains(value) {
            return Err(format!("{value} occurs twice"));
        }
    }
    Ok(Variation { key: key.to_owned(), values })
}
