//! The words of a command, which the system starts without a shell.

/// Splits a command into words as a POSIX shell does, or on Windows as its programs do, where a backslash separates
/// folders.
///
/// # Errors
/// Fails with a clause if the command is empty, or its quotes do not match.
pub fn words(command: &str) -> Result<Vec<String>, &'static str> {
    let words = if cfg!(windows) { words_of_windows(command) } else { shlex::split(command) };
    let words = words.ok_or("the quotes do not match")?;
    if words.is_empty() { Err("it names no program") } else { Ok(words) }
}

/// Splits a command by the rules of `CommandLineToArgvW`: only double quotes group words, and a backslash is special
/// only before one. Returns `None` if a quote has no end.
fn words_of_windows(command: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let (mut is_within, mut is_quoted, mut backslashes) = (false, false, 0_usize);
    for character in command.chars() {
        if !is_quoted && character.is_ascii_whitespace() {
            (is_within, backslashes) = (false, 0);
            continue;
        }
        if !is_within {
            words.push(String::new());
            is_within = true;
        }
        let word = words.last_mut()?;
        if character == '"' {
            // Each pair of backslashes stands for one, and one without a partner for the quote.
            word.truncate(word.len() - backslashes.div_ceil(2));
            is_quoted ^= backslashes % 2 == 0;
        }
        if character != '"' || backslashes % 2 == 1 {
            word.push(character);
        }
        backslashes = if character == '\\' { backslashes + 1 } else { 0 };
    }
    (!is_quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words_of_windows;

    #[test]
    fn backslashes_of_windows_separate_folders() {
        for (command, expected) in [
            (r"C:\bots\bot.exe --fast", Some(vec![r"C:\bots\bot.exe", "--fast"])),
            (r#""C:\my bots\bot.exe" "a b"c """#, Some(vec![r"C:\my bots\bot.exe", "a bc", ""])),
            (r#"a\\"b c" d\"e f\\\"g\"#, Some(vec![r"a\b c", r#"d"e"#, r#"f\"g\"#])),
            (r"\\server\'one' it's", Some(vec![r"\\server\'one'", "it's"])),
            (r#"bot "a"#, None),
            (" ", Some(vec![])),
        ] {
            let expected = expected.map(|words| words.into_iter().map(str::to_owned).collect());
            assert_eq!(words_of_windows(command), expected, "{command}");
        }
    }
}
