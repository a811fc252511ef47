//! A game on the whole screen of a terminal, which is redrawn where it changes.

use super::{Answer, Console};
use crate::terminal_game::table::TerminalGame;
use engine::drawing::{seat_colour, seat_ink};
use engine::{MAX_SEATS, Seat};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{List, ListState, Paragraph, StatefulWidget, Widget};
use ratatui::{DefaultTerminal, Frame};
use runner::Failure;
use std::io::{self, IsTerminal};

/// The width from which the events are shown beside the board.
const WIDE: u16 = 120;
/// The keys, as the last line of the screen lists them.
const KEYS: &str =
    "Enter: play   ↑↓: choose   ←→ PgUp PgDn: move the board   help, hint, undo, quit";

/// Shows a game on the screen. The terminal gets its earlier contents back when this value is dropped.
pub struct Screen {
    terminal: DefaultTerminal,
    page: Page,
}

/// Everything on the screen.
#[derive(Default)]
struct Page {
    /// All sentences that have been shown.
    said: String,
    /// The state of the game and of the seats.
    seats: String,
    board: String,
    /// The distance by which the board has been moved up and to the left.
    offset: (u16, u16),
    choices: Vec<String>,
    selected: ListState,
    /// The text before the input.
    prompt: String,
    input: String,
}

impl Screen {
    /// Returns whether people read and type at a terminal that can be redrawn.
    pub fn is_possible() -> bool {
        let is_simple = std::env::var_os("TERM").is_none_or(|name| name == "dumb");
        io::stdin().is_terminal() && io::stdout().is_terminal() && !is_simple
    }

    /// Takes over the terminal.
    ///
    /// # Errors
    /// Fails if the terminal cannot be set up.
    pub fn open() -> Result<Self, Failure> {
        let terminal = ratatui::try_init().map_err(Failure::Output)?;
        Ok(Self { terminal, page: Page::default() })
    }

    fn look(&mut self, table: &TerminalGame, seat: Seat) {
        let page = &mut self.page;
        page.seats = table.seats();
        page.board = table.sketch();
        if let Some(hand) = table.hand(seat) {
            page.seats += &hand;
        }
    }

    fn draw(&mut self) -> Result<(), Failure> {
        let page = &mut self.page;
        self.terminal
            .draw(|frame: &mut Frame<'_>| page.draw(frame.area(), frame.buffer_mut()))
            .map(drop)
            .map_err(Failure::Output)
    }

    /// Waits for a key.
    fn key(&mut self) -> Result<KeyEvent, Failure> {
        loop {
            self.draw()?;
            match event::read().map_err(Failure::read("the terminal".as_ref()))? {
                Event::Key(key) if key.kind != KeyEventKind::Release => return Ok(key),
                _ => (),
            }
        }
    }

    /// Waits until the person presses Enter or leaves the game.
    fn wait(&mut self) -> Result<(), Failure> {
        while !matches!(self.key()?.code, KeyCode::Enter | KeyCode::Esc) {}
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

impl Console for Screen {
    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.page.said += text;
        Ok(())
    }

    fn show(&mut self, table: &TerminalGame, seat: Seat) -> Result<(), Failure> {
        self.look(table, seat);
        self.page.selected.select_first();
        Ok(())
    }

    fn think(&mut self, table: &TerminalGame, seat: Seat) -> Result<(), Failure> {
        self.look(table, table.last_viewer());
        self.page.choices.clear();
        self.page.prompt = format!("{} is thinking …", table.name(seat));
        self.draw()
    }

    fn ask(&mut self, table: &TerminalGame, seat: Seat) -> Result<Answer, Failure> {
        self.page.choices = table.choices();
        self.page.prompt = format!("{}> ", table.name(seat));
        self.page.input.clear();
        loop {
            let key = self.key()?;
            if let Some(answer) = self.page.press(key) {
                return Ok(answer);
            }
        }
    }

    fn say_alone(&mut self, text: &str) -> Result<(), Failure> {
        let prompt = "Press Enter to continue. ".to_owned();
        let page = Page { said: text.to_owned(), prompt, ..Page::default() };
        let page = std::mem::replace(&mut self.page, page);
        self.wait()?;
        self.page = page;
        Ok(())
    }

    fn hand_over(&mut self, sentence: &str) -> Result<(), Failure> {
        self.page = Page::default();
        self.say_alone(sentence)
    }

    fn finish(&mut self, table: &TerminalGame) -> Result<(), Failure> {
        self.look(table, table.last_viewer());
        self.page.choices.clear();
        "The game is over. Press Enter to leave. ".clone_into(&mut self.page.prompt);
        self.wait()
    }
}

impl Page {
    /// Applies a key. Returns an answer if the key completes one.
    fn press(&mut self, key: KeyEvent) -> Option<Answer> {
        let (up, left) = &mut self.offset;
        match key.code {
            KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(Answer::Quit);
            }
            KeyCode::Char(letter) => self.input.push(letter),
            KeyCode::Backspace => drop(self.input.pop()),
            KeyCode::Esc => self.input.clear(),
            KeyCode::Up => self.selected.select_previous(),
            KeyCode::Down => self.selected.select_next(),
            KeyCode::Left => *left = left.saturating_sub(8),
            KeyCode::Right => *left = left.saturating_add(8),
            KeyCode::PageUp => *up = up.saturating_sub(4),
            KeyCode::PageDown => *up = up.saturating_add(4),
            KeyCode::Enter if self.input.trim().is_empty() => {
                let place = self.selected.selected()?.min(self.choices.len().checked_sub(1)?);
                return Some(Answer::Words((place + 1).to_string()));
            }
            KeyCode::Enter => return Answer::read(&std::mem::take(&mut self.input)),
            _ => (),
        }
        None
    }

    /// Draws the page: the seats, the board, the latest sentences, the choices and the input.
    fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let choices = if self.choices.is_empty() { 0 } else { self.choices.len() as u16 + 1 };
        let seats = self.seats.trim_end().lines().count() as u16;
        let [top, bottom] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(2)]).areas(area);
        let [board, seat_lines, said, list] = if self.board.is_empty() {
            [Rect::default(), Rect::default(), top, Rect::default()]
        } else if area.width < WIDE {
            let quarter = top.height / 4;
            Layout::vertical([
                Constraint::Fill(2),
                Constraint::Length(seats.min(2 * quarter)),
                Constraint::Fill(1),
                Constraint::Length(choices.min(quarter + 1)),
            ])
            .areas(top)
        } else {
            let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(64)])
                .spacing(2)
                .areas(top);
            let [seats, said, list] = Layout::vertical([
                Constraint::Length(seats.min(top.height / 2)),
                Constraint::Fill(1),
                Constraint::Length(choices.min(top.height / 2)),
            ])
            .areas(right);
            [left, seats, said, list]
        };
        self.draw_board(board, buffer);
        let rows = self.seats.lines().map(|row| marked_seat(row).unwrap_or_else(|| row.into()));
        Paragraph::new(rows.collect::<Vec<_>>()).render(seat_lines, buffer);
        draw_end(&self.said, said, buffer);
        let lines = (1..).zip(&self.choices).map(|(number, words)| format!("{number:>3}  {words}"));
        let marked = Style::new().add_modifier(Modifier::REVERSED);
        StatefulWidget::render(
            List::new(lines).highlight_style(marked),
            list,
            buffer,
            &mut self.selected,
        );
        let input = format!("{}{}", self.prompt, self.input);
        let keys = Line::styled(KEYS, Style::new().add_modifier(Modifier::DIM));
        Paragraph::new(vec![Line::raw(input), keys]).render(bottom, buffer);
    }

    /// Draws the part of the board that fits, moved no further than to its end.
    fn draw_board(&mut self, area: Rect, buffer: &mut Buffer) {
        let width = self.board.lines().map(|line| line.chars().count()).max().unwrap_or_default();
        let height = self.board.trim_end().lines().count();
        let (up, left) = &mut self.offset;
        *up = (*up).min((height as u16).saturating_sub(area.height));
        *left = (*left).min((width as u16).saturating_sub(area.width));
        let lines: Vec<_> = self.board.lines().map(marked_ships).collect();
        Paragraph::new(lines).scroll(self.offset).render(area, buffer);
    }
}

/// Returns the style that marks a seat on any background.
fn style_of(seat: Seat) -> Style {
    let colour = |name: &str| name.parse().unwrap_or(Color::Reset);
    Style::new().fg(colour(seat_ink(seat))).bg(colour(seat_colour(seat)))
}

/// Marks the letter of the seat in a row of the list of seats.
fn marked_seat(row: &str) -> Option<Line<'_>> {
    let (before, rest) = row.split_at(row.find(|one| one != '>' && one != ' ')?);
    let (letter, name) = rest.split_at_checked(1).filter(|(_, name)| name.starts_with(" ("))?;
    let seat = Seat::all(MAX_SEATS).find(|seat| letter.starts_with(seat.letter()))?;
    Some(Line::from_iter([before.into(), Span::styled(letter, style_of(seat)), name.into()]))
}

/// Marks the ships on a line of the board: letters of seats in words of letters, digits and signs, such as `2:AB..`.
fn marked_ships(line: &str) -> Line<'_> {
    let is_ship = |one: char| Seat::all(MAX_SEATS).find(|seat| seat.letter() == one);
    let mut spans = Vec::new();
    for word in line.split_inclusive(' ') {
        let has_ships = word.contains(['.', ':', '*'])
            && word.trim_end().chars().all(|one| !one.is_alphabetic() || is_ship(one).is_some());
        let letters = word.char_indices().map(|(at, one)| &word[at..at + one.len_utf8()]);
        spans.extend(letters.map(|letter| {
            match letter.chars().next().and_then(is_ship).filter(|_| has_ships) {
                Some(seat) => Span::styled(letter, style_of(seat)),
                None => letter.into(),
            }
        }));
    }
    spans.into()
}

/// Draws the end of a text, wrapped.
fn draw_end(text: &str, area: Rect, buffer: &mut Buffer) {
    let lines = textwrap::wrap(text.trim_end(), usize::from(area.width.max(1)));
    let shown = lines.len().saturating_sub(area.height.into());
    let lines: Vec<_> = lines[shown..].iter().map(|line| Line::raw(line.as_ref())).collect();
    Paragraph::new(lines).render(area, buffer);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a page and returns its lines.
    fn lines(page: &mut Page, width: u16, height: u16) -> Vec<String> {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        page.draw(area, &mut buffer);
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..height).map(|y| line(y).trim_end().to_owned()).collect()
    }

    fn page() -> Page {
        Page {
            said: "A places a ship on beach 1 of Tonga.\n".repeat(30) + "B passes.\n",
            seats: "in turn 3: A decides\n\n   seat     points\n>  A (Ann)       4\n   B (Ben)      12\n".to_owned(),
            board: (1..=40).map(|row| format!("{row} {}\n", "1:AB.. ".repeat(30))).collect::<Vec<_>>().concat(),
            choices: (1..=20).map(|beach| format!("Moor at beach {beach}")).collect(),
            prompt: "A (Ann)> ".to_owned(),
            ..Page::default()
        }
    }

    #[test]
    fn a_small_screen_shows_all_parts() {
        let mut page = page();
        page.selected.select_first();
        let shown = lines(&mut page, 80, 24);
        assert!(shown[0].starts_with("1 1:AB.. 1:AB.."));
        let has = |text: &str| shown.iter().any(|line| line.contains(text));
        for text in [
            "in turn 3: A decides",
            "B (Ben)      12",
            "B passes.",
            "  1  Moor at beach 1",
            "A (Ann)>",
            "Enter: play",
        ] {
            assert!(has(text), "{text}: {shown:#?}");
        }
        page.offset = (u16::MAX, u16::MAX);
        assert!(lines(&mut page, 80, 24)[0].ends_with("1:AB.."));
        assert!(page.offset.0 > 20 && page.offset.1 > 100, "{:?}", page.offset);
    }

    #[test]
    fn a_wide_screen_has_the_board_on_the_left() {
        let shown = lines(&mut page(), 160, 40);
        assert!(shown[0].contains("in turn 3: A decides") && shown[0].starts_with("1 1:AB.."));
        assert!(shown[37].starts_with("38 1:AB.."), "{shown:#?}");
    }

    #[test]
    fn keys_choose_and_write() {
        let mut page = page();
        page.selected.select_first();
        let press = |page: &mut Page, code| page.press(KeyEvent::new(code, KeyModifiers::NONE));
        assert_eq!(press(&mut page, KeyCode::Down), None);
        assert_eq!(press(&mut page, KeyCode::Enter), Some(Answer::Words("2".to_owned())));
        for letter in "hintx".chars() {
            assert_eq!(press(&mut page, KeyCode::Char(letter)), None);
        }
        press(&mut page, KeyCode::Backspace);
        assert_eq!(press(&mut page, KeyCode::Enter), Some(Answer::Hint));
        let end = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(page.press(end), Some(Answer::Quit));
    }

    #[test]
    fn ships_and_seats_have_colours() {
        let coloured = |line: Line<'_>| -> String {
            line.spans
                .iter()
                .filter(|span| span.style.bg.is_some())
                .map(|span| &*span.content)
                .collect()
        };
        assert_eq!(coloured(marked_ships("1:AB.. N,NE  2:C. S")), "ABC");
        assert_eq!(coloured(marked_ships("FIDSCHI 4 *D")), "D");
        assert_eq!(coloured(marked_ships("A Kangaroo  elder")), "");
        assert_eq!(marked_seat("A decides (in turn 3)"), None);
        assert_eq!(coloured(marked_seat(">  B (Ben) 4").unwrap()), "B");
    }
}
