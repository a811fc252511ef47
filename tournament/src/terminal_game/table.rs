//! A game in the terminal, described as text for the people who play it.

use super::occupant::Occupant;
use crate::render::picture::Caption;
use anygame::{AnyParticipant, AnyPosition, AnySetup, Course};
use engine::drawing::Viewer;
use engine::{Seat, Seed, is_printable};
use runner::Failure;
use runner::terminal::aligned;
use std::fmt::Write as _;

/// The number of moves that a hint lists.
const HINTS: usize = 3;

/// A game in progress.
pub struct TerminalGame {
    course: Course,
    occupants: Vec<Occupant>,
    adviser: AnyParticipant,
    seed: Seed,
    /// The number of steps whose events have been described to the person at the screen.
    described: usize,
    /// The person whose view is on the screen.
    shown_to: Option<Seat>,
}

impl TerminalGame {
    /// Starts a game.
    pub fn new(
        setup: AnySetup,
        occupants: Vec<Occupant>,
        adviser: AnyParticipant,
        seed: u64,
    ) -> Self {
        let course = Course::start(setup, seed);
        let mut humans =
            Seat::all(occupants.len()).filter(|seat| occupants[seat.index()].is_human());
        // If only one person plays, that person need not be called to the screen.
        let shown_to = humans.next().filter(|_| humans.next().is_none());
        Self { course, occupants, adviser, seed: Seed::new(seed), described: 0, shown_to }
    }

    pub fn position(&self) -> &dyn AnyPosition {
        self.course.end()
    }

    const fn is_open(&self) -> bool {
        self.course.setup().game().is_open
    }

    /// Returns the seed for the agent's next decision.
    fn next_seed(&self) -> Seed {
        self.seed.child(self.course.last() as u64)
    }

    /// Returns the last step at which a seat that satisfies the condition decided.
    fn last_decision(&self, is_it: impl Fn(Seat) -> bool) -> Option<usize> {
        let is_step =
            |&step: &usize| self.course.taken(step).is_some_and(|taken| is_it(taken.seat));
        (1..=self.course.last()).rev().find(is_step)
    }

    /// Returns the name of the game and the rules in a few sentences.
    pub fn introduction(&self) -> String {
        let setup = self.course.setup();
        let mut text = format!("{}\n", setup.game().title);
        for sentence in setup.introduction() {
            let _ = writeln!(text, "* {sentence}");
        }
        for (seat, occupant) in Seat::all(self.occupants.len()).zip(&self.occupants) {
            let _ = writeln!(text, "{} is {}.", seat.letter(), occupant.label());
        }
        text
    }

    pub fn is_human(&self, seat: Seat) -> bool {
        self.occupants[seat.index()].is_human()
    }

    /// Whether the view of this seat may be on the screen.
    pub fn is_shown_to(&self, seat: Seat) -> bool {
        self.is_open() || self.shown_to == Some(seat)
    }

    /// Hands the screen to a person, and returns the text that calls them.
    pub fn pass_to(&mut self, seat: Seat) -> String {
        self.shown_to = Some(seat);
        // Events after the person's last decision are described again.
        self.described = self.last_decision(|other| other == seat).unwrap_or(0);
        format!("It is the turn of {}. Press Enter when nobody else is looking.\n", self.name(seat))
    }

    fn name(&self, seat: Seat) -> String {
        format!("{} ({})", seat.letter(), self.occupants[seat.index()].label())
    }

    /// Lets the agent of a seat decide.
    ///
    /// # Errors
    /// Fails if the agent fails, or if its move is not legal.
    pub fn decide(&mut self, seat: Seat) -> Result<(), Failure> {
        let (view, moves, seed) =
            (self.position().view(seat), self.course.legal().len(), self.next_seed());
        let name = self.name(seat);
        let Occupant::Agent { agent, .. } = &mut self.occupants[seat.index()] else {
            return Ok(());
        };
        let place = if moves == 1 { Ok(0) } else { agent.choose(&*view, seed) };
        self.play(place.map_err(|error| Failure::Usage(format!("{name}: {error}")))?);
        Ok(())
    }

    /// Plays the legal move with this index.
    pub fn play(&mut self, place: usize) {
        self.course.play(place);
    }

    /// Takes back all steps from the last decision of a person. Agents start again without plans.
    ///
    /// # Errors
    /// Returns a message if no person has decided yet.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        let step = self.last_decision(|seat| self.is_human(seat));
        let step = step.ok_or("There is nothing to take back.")?;
        self.course.take_back(step - 1);
        self.described = self.described.min(step);
        for occupant in &mut self.occupants {
            if let Occupant::Agent { participant, agent } = occupant {
                *agent = participant.make();
            }
        }
        Ok(())
    }

    /// Describes the events that the person at the screen has not read.
    fn events(&self, viewer: Viewer) -> String {
        let events = self.course.events_from(self.described, viewer);
        events.map(|event| event.told.to_string() + "\n").collect()
    }

    /// Returns the events since this person's last look, the board and the legal moves.
    pub fn news(&mut self, seat: Seat) -> String {
        let viewer = if self.is_open() { Viewer::Everything } else { Viewer::Seat(seat) };
        let events = self.events(viewer);
        self.described = self.course.last() + 1;
        format!("\n{events}\n{}{}", self.board(seat), self.moves())
    }

    /// Returns the board and the person's hand, as this person sees them.
    pub fn board(&self, seat: Seat) -> String {
        let caption = Caption::of(&self.position().facts());
        let rows = caption.seats.iter().map(|one| {
            let mark = if one.is_next { ">" } else { "" };
            let name = self.name(one.seat);
            vec![mark.to_owned(), name, one.facts.clone(), one.points.to_string()]
        });
        let seats = aligned(&["", "seat", "", "points"], 3, rows.collect());
        let mut text = format!("{}\n{}\n{seats}\n", caption.headline, caption.facts);
        text += &self.position().sketch(Viewer::Public);
        if !self.is_open() {
            let hand = self.position().hand(seat);
            let _ = writeln!(
                text,
                "\nYour hand: {}",
                if hand.is_empty() { "empty".to_owned() } else { hand.join(", ") }
            );
        }
        text
    }

    /// Returns the numbered list of legal moves.
    pub fn moves(&self) -> String {
        let mut text = String::from("\n");
        for (number, mv) in (1..).zip(self.course.legal()) {
            let _ = writeln!(text, "{number:>3}  {mv}");
        }
        text
    }

    pub fn prompt(&self, seat: Seat) -> String {
        format!("{}> ", self.name(seat))
    }

    /// Returns the index of the legal move with this number or text.
    pub fn chosen(&self, words: &str) -> Option<usize> {
        let moves = self.course.legal();
        let by_number = words.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        by_number
            .filter(|&place| place < moves.len())
            .or_else(|| moves.iter().position(|mv| mv.eq_ignore_ascii_case(words)))
    }

    pub fn no_such_move(&self, words: &str) -> String {
        let last = self.course.legal().len();
        let words: String = words.chars().filter(|&one| is_printable(one)).take(40).collect();
        format!("'{words}' is not a legal move: type a number from 1 to {last}, or help.\n")
    }

    /// Returns the adviser's move and its most promising alternatives.
    ///
    /// # Errors
    /// Fails if the adviser fails.
    pub fn hint(&self, seat: Seat) -> Result<String, Failure> {
        let mut agent = self.adviser.make();
        let place = agent.choose(&*self.position().view(seat), self.next_seed());
        let label = self.adviser.label();
        let place = place.map_err(|error| Failure::Usage(format!("--adviser {label}: {error}")))?;
        let mut text = format!("{label} would play: {}\n", self.course.legal()[place]);
        let mut table = agent.search_table();
        table.sort_by(|one, other| {
            (other.visits, other.value).partial_cmp(&(one.visits, one.value)).unwrap()
        });
        for row in table.iter().take(HINTS) {
            let _ = writeln!(
                text,
                "  {}: {:.0}% in {} rollouts",
                row.mv,
                100.0 * row.value,
                row.visits
            );
        }
        Ok(text)
    }

    /// Returns a description of the final result.
    pub fn result(&self) -> String {
        let seat = Seat::all(self.occupants.len()).next().expect("a table has seats");
        let events = self.events(Viewer::Everything);
        format!("\n{events}\n{}", self.board(self.shown_to.unwrap_or(seat)))
    }

    /// Returns the record of the game; `None` before its end.
    pub fn record(&self) -> Option<String> {
        self.course
            .record(self.occupants.iter().map(|occupant| occupant.label().to_owned()).collect())
    }
}
