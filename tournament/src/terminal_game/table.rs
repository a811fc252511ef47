//! A game in the terminal, described as text for the people who play it.

use super::occupant::Occupant;
use crate::render::picture::Caption;
use anygame::{AnyParticipant, AnyPosition, AnySetup, OfferedArrangement, Part};
use course::Course;
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
    /// The parts of a choice that a person is putting together.
    parts: Vec<Part>,
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
        let (seed, parts) = (Seed::new(seed), Vec::new());
        Self { course, occupants, adviser, seed, parts, described: 0, shown_to }
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
        let _ = writeln!(
            text,
            "The seed is {0}: --seed {0} deals this deck again.",
            self.course.seed()
        );
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

    /// Returns the letter of a seat with the label of its occupant.
    pub fn name(&self, seat: Seat) -> String {
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
        self.play(place.map_err(|error| Failure::usage(format!("{name}: {error}")))?);
        Ok(())
    }

    /// Plays the legal move with this index.
    fn play(&mut self, place: usize) {
        self.parts.clear();
        self.course.play(place);
    }

    /// Takes back all steps from the last decision of a person. Agents start again without plans.
    ///
    /// # Errors
    /// Returns a message if no person has decided yet.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        if self.parts.pop().is_some() {
            return Ok(());
        }
        let step = self.last_decision(|seat| self.is_human(seat));
        let step = step.ok_or("There is nothing to take back.\n")?;
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

    /// Returns the events since this person's last look.
    pub fn news(&mut self, seat: Seat) -> String {
        let viewer = if self.is_open() { Viewer::Everything } else { Viewer::Seat(seat) };
        let events = self.events(viewer);
        self.described = self.course.last() + 1;
        events
    }

    /// Returns the events up to the end of the game, with everything that was hidden.
    pub fn final_news(&self) -> String {
        self.events(Viewer::Everything)
    }

    /// Returns the seat of the person to whom the screen was last shown, or seat 0 before the first turn.
    pub fn last_viewer(&self) -> Seat {
        self.shown_to.unwrap_or(Seat::new(0))
    }

    /// Returns the board, the seats and the person's hand, as this person sees them.
    pub fn board(&self, seat: Seat) -> String {
        let mut text = format!("{}\n{}", self.seats(), self.position().sketch(Viewer::Public));
        if !self.is_open() {
            let hand = self.position().hand(seat).join(", ");
            let hand = if hand.is_empty() { "empty" } else { &hand };
            let _ = writeln!(text, "\nYour hand: {hand}");
        }
        text
    }

    /// Returns the state of the game and of each seat.
    fn seats(&self) -> String {
        let caption = Caption::of(&self.position().facts());
        let rows = caption.seats.iter().map(|one| {
            let mark = if one.is_next { ">" } else { "" };
            let name = self.name(one.seat);
            vec![mark.to_owned(), name, one.facts.clone(), one.points.to_string()]
        });
        let seats = aligned(&["", "seat", "", "points"], 3, rows.collect());
        format!("{}\n{}\n{seats}\n", caption.headline, caption.facts)
    }

    /// Returns the choice that consists of several moves, if one is due.
    fn arrangement(&self) -> Option<OfferedArrangement> {
        self.position().arrangement().filter(|offered| offered.options.len() > 1)
    }

    /// Returns the choices in words: the legal moves, or the parts that a choice of several moves can begin with.
    fn choices(&self) -> Vec<String> {
        if let Some(offered) = self.arrangement() {
            let open = offered.composed(&self.parts).open;
            return open.into_iter().map(|part| part_in_words(&offered, part)).collect();
        }
        self.course.legal().iter().map(|mv| self.in_words(mv)).collect()
    }

    /// Returns the numbered list of choices.
    pub fn moves(&self) -> String {
        let mut text = String::from("\n");
        if let Some(offered) = self.arrangement() {
            let rest = offered.composed(&self.parts).rest;
            let of = |seat| Seat::new(seat).letter();
            let rest =
                rest.chunk_by(PartialEq::eq).map(|own| format!("{} of {}", own.len(), of(own[0])));
            let _ =
                writeln!(text, "Still without a place: {}.", rest.collect::<Vec<_>>().join(", "));
        }
        for (number, words) in (1..).zip(self.choices()) {
            let _ = writeln!(text, "{number:>3}  {words}");
        }
        text
    }

    /// Makes the choice with this number or these words, or plays the legal move with this notation. Returns whether the decision
    /// is complete.
    ///
    /// # Errors
    /// Returns a message if there is no such choice.
    pub fn chosen(&mut self, words: &str) -> Result<bool, String> {
        let legal = self.course.legal();
        if let Some(place) = legal.iter().position(|mv| mv.eq_ignore_ascii_case(words)) {
            self.play(place);
            return Ok(true);
        }
        let choices = self.choices();
        let by_number = words.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let place = by_number
            .filter(|&place| place < choices.len())
            .or_else(|| choices.iter().position(|choice| choice.eq_ignore_ascii_case(words)));
        let place = place.ok_or_else(|| no_such_move(words, choices.len()))?;
        let Some(offered) = self.arrangement() else {
            self.play(place);
            return Ok(true);
        };
        self.parts.push(offered.composed(&self.parts).open[place]);
        let Some(moves) = offered.composed(&self.parts).moves else { return Ok(false) };
        for mv in moves {
            if let Some(place) = self.course.legal().iter().position(|legal| *legal == mv) {
                self.play(place);
            }
        }
        Ok(true)
    }

    fn in_words(&self, mv: &str) -> String {
        self.position().move_in_words(mv).to_string()
    }

    /// Returns the adviser's move and its most promising alternatives.
    ///
    /// # Errors
    /// Fails if the adviser fails.
    pub fn hint(&self, seat: Seat) -> Result<String, Failure> {
        let mut agent = self.adviser.make();
        let place = agent.choose(&*self.position().view(seat), self.next_seed());
        let label = self.adviser.label();
        let place = place.map_err(|error| Failure::usage(format!("--adviser {label}: {error}")))?;
        let mut text =
            format!("{label} would play: {}\n", self.in_words(&self.course.legal()[place]));
        let mut table = agent.search_table();
        table.sort_by(|one, other| {
            (other.visits, other.value).partial_cmp(&(one.visits, one.value)).unwrap()
        });
        for row in table.iter().take(HINTS) {
            let source = match row.visits {
                0 => "by a first look".to_owned(),
                visits => format!("in {visits} rollouts"),
            };
            let move_in_words = self.in_words(&row.mv);
            let _ = writeln!(text, "  {move_in_words}: {:.0}% {source}", 100.0 * row.value);
        }
        Ok(text)
    }

    /// Returns the record of the game; `None` before its end.
    pub fn record(&self) -> Option<String> {
        self.course
            .record(self.occupants.iter().map(|occupant| occupant.label().to_owned()).collect())
    }
}

/// Describes a part of a choice.
fn part_in_words(offered: &OfferedArrangement, (seat, place): Part) -> String {
    let owner = Seat::new(seat).letter();
    match place {
        Some(place) => format!("One of {owner} to {}", offered.places[place].label),
        None => format!("One of {owner} back to its owner"),
    }
}

fn no_such_move(words: &str, last: usize) -> String {
    let words: String = words.chars().filter(|&one| is_printable(one)).take(40).collect();
    format!("'{words}' is not a legal move: type a number from 1 to {last}, or ? for help.\n")
}
