//! Safe printing of untrusted text in messages.

use std::borrow::Cow;

/// Returns whether a character may be printed: it neither controls a terminal nor changes the direction of the text after it.
pub fn is_printable(one: char) -> bool {
    !one.is_control()
        && !matches!(
            one,
            // Direction marks; then line and paragraph separators and embeddings; then isolates.
            '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
        )
}

/// Returns the text as a single printable line, in which a question mark replaces every character that is not printable.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_printable) {
        return text.into();
    }
    text.chars().map(|one| if is_printable(one) { one } else { '?' }).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_one_harmless_line() {
        assert_eq!(printable("ä, 中 and 'x'"), "ä, 中 and 'x'");
        assert_eq!(printable("\x1b[31mred\u{202e}exe\r\n\t\u{7}"), "?[31mred?exe????");
        assert_eq!(printable("a\u{61c}b\u{2028}c\u{2029}d\u{2066}e\u{85}"), "a?b?c?d?e?");
    }
}
