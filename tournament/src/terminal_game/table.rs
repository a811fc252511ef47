//! The game at the table: its position, what has happened, and what can be taken back.

use super::sitter::Sitter;
use crate::failure::Failure;
use crate::render::picture::Caption;
use crate::render::terminal::aligned;
use agents::Participant;
use engine::drawing::{Viewer, seat_letter};
use engine::{PlayableGame, Record, RecordHeader, Seat, Seed, Turn, is_printable};
use std::fmt::Write as _;

/// Moves that a hint tells about.
const HINTS: usize = 3;

/// A decision of a person that can be taken back.
struct Station<G> {
    state: G,
    events: usize,
    decisions: u64,
}

/// A game under way.
pub struct Table<G: PlayableGame> {
    setup: G::Setup,
    sitters: Vec<Sitter<G>>,
    adviser: Participant<G>,
    seed: Seed,
    deal: G::Deal,
    state: G,
    events: Vec<G::Event>,
    /// Decisions so far; each has random numbers of its own.
    decisions: u64,
    /// The decisions of people so far.
    stations: Vec<Station<G>>,
    /// The events that the person at the screen has been told of.
    told: usize,
    /// The person who looks at the screen.
    shown_to: Option<Seat>,
}

impl<G: PlayableGame> Table<G> {
    /// Lays the table.
    pub fn new(
        setup: G::Setup,
        sitters: Vec<Sitter<G>>,
        adviser: Participant<G>,
        seed: u64,
    ) -> Self {
        let seed = Seed::new(seed);
        let deal = G::deal(&setup, &mut seed.rng());
        let state = G::start(&setup);
        let mut humans = Seat::all(sitters.len()).filter(|seat| sitters[seat.index()].is_human());
        // A person alone at the table need not be called to the screen.
        let shown_to = humans.next().filter(|_| humans.next().is_none());
        Self {
            setup,
            sitters,
            adviser,
            seed,
            deal,
            state,
            events: Vec::new(),
            decisions: 0,
            stations: Vec::new(),
            told: 0,
            shown_to,
        }
    }

    pub const fn state(&self) -> &G {
        &self.state
    }

    /// Returns the name of the game and the rules in a few sentences.
    pub fn introduction(&self) -> String {
        let mut text = format!("{}\n", G::TITLE);
        for sentence in G::renderer().rules() {
            let _ = writeln!(text, "* {sentence}");
        }
        for (seat, sitter) in Seat::all(self.sitters.len()).zip(&self.sitters) {
            let _ = writeln!(text, "{} is {}.", seat_letter(seat), sitter.label());
        }
        text
    }

    pub fn is_human(&self, seat: Seat) -> bool {
        self.sitters[seat.index()].is_human()
    }

    /// Whether what this seat sees may be on the screen.
    pub fn is_shown_to(&self, seat: Seat) -> bool {
        G::IS_OPEN || self.shown_to == Some(seat)
    }

    /// Calls a person to the screen, and returns the sentence for that.
    pub fn pass_to(&mut self, seat: Seat) -> String {
        self.shown_to = Some(seat);
        // What happened while others looked is told again.
        let since = self.stations.iter().rev().find(|one| one.state.turn() == Turn::Decide(seat));
        self.told = since.map_or(0, |station| station.events);
        format!("It is the turn of {}. Press Enter when only you look.\n", self.name(seat))
    }

    fn name(&self, seat: Seat) -> String {
        format!("{} ({})", seat_letter(seat), self.sitters[seat.index()].label())
    }

    /// Lets chance act until somebody decides.
    pub fn follow(&mut self) {
        while self.state.turn() == Turn::Chance {
            let chance = self.state.dealt(&self.deal);
            self.state.happen_recorded(chance, &mut self.events);
        }
    }

    /// Lets the agent of a seat decide.
    ///
    /// # Errors
    /// Fails if it does, or if its move is not legal.
    pub fn decide(&mut self, seat: Seat) -> Result<(), Failure> {
        let moves = self.legal();
        let mut rng = self.seed.child(self.decisions).rng();
        let name = self.name(seat);
        let Sitter::Agent { agent, .. } = &mut self.sitters[seat.index()] else { return Ok(()) };
        let chosen = match moves[..] {
            [only] => only,
            _ => agent
                .try_choose(&self.state.view(seat), &mut rng)
                .map_err(|fault| Failure::Usage(format!("{name}: {fault}")))?,
        };
        if !moves.contains(&chosen) {
            return Err(Failure::Usage(format!("{name}: illegal move '{chosen}'")));
        }
        self.act(chosen);
        Ok(())
    }

    /// Plays the move of a person.
    pub fn play(&mut self, mv: G::Move) {
        let (state, events, decisions) = (self.state.clone(), self.events.len(), self.decisions);
        self.stations.push(Station { state, events, decisions });
        self.act(mv);
    }

    fn act(&mut self, mv: G::Move) {
        self.state.play_recorded(mv, &mut self.events);
        self.decisions += 1;
    }

    /// Goes back to the last decision of a person. Agents forget what they have planned.
    ///
    /// # Errors
    /// Returns a sentence if there is none.
    pub fn undo(&mut self) -> Result<(), &'static str> {
        let station = self.stations.pop().ok_or("There is nothing to take back.")?;
        self.state = station.state;
        self.events.truncate(station.events);
        self.decisions = station.decisions;
        self.told = self.told.min(station.events);
        for sitter in &mut self.sitters {
            if let Sitter::Agent { participant, agent } = sitter {
                *agent = participant.make();
            }
        }
        Ok(())
    }

    /// Returns what has happened since this person looked, the board and the moves.
    pub fn news(&mut self, seat: Seat) -> String {
        let viewer = if G::IS_OPEN { Viewer::Everything } else { Viewer::Seat(seat) };
        let mut text = String::from("\n");
        for event in &self.events[self.told..] {
            let _ = writeln!(text, "{}", G::renderer().describe(event, &self.setup, viewer));
        }
        self.told = self.events.len();
        text + "\n" + &self.board(seat) + &self.moves()
    }

    /// Returns the board as this person sees it.
    pub fn board(&self, seat: Seat) -> String {
        let renderer = G::renderer();
        let caption = Caption::of(&self.state);
        let rows = caption.seats.iter().map(|one| {
            let mark = if one.is_next { ">" } else { "" };
            let name = self.name(one.seat);
            vec![mark.to_owned(), name, one.facts.clone(), one.points.to_string()]
        });
        let seats = aligned(&["", "seat", "", "points"], 3, rows.collect());
        let mut text = format!("{}\n{}\n{seats}\n", caption.headline, caption.facts);
        text += &renderer.public_sketch(&self.state, &self.setup);
        if !G::IS_OPEN {
            let hand = renderer.hand(&self.state, seat);
            let _ = writeln!(
                text,
                "\nYour hand: {}",
                if hand.is_empty() { "empty".to_owned() } else { hand.join(", ") }
            );
        }
        text
    }

    /// Returns the legal moves with their numbers.
    pub fn moves(&self) -> String {
        let mut text = String::from("\n");
        for (number, mv) in (1..).zip(self.legal()) {
            let _ = writeln!(text, "{number:>3}  {mv}");
        }
        text
    }

    pub fn prompt(&self, seat: Seat) -> String {
        format!("{}> ", self.name(seat))
    }

    /// Returns the legal move with this number or these words.
    pub fn chosen(&self, words: &str) -> Option<G::Move> {
        let moves = self.legal();
        let by_number = words.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        by_number
            .and_then(|place| moves.get(place).copied())
            .or_else(|| moves.into_iter().find(|mv| mv.to_string().eq_ignore_ascii_case(words)))
    }

    pub fn no_such_move(&self, words: &str) -> String {
        let last = self.legal().len();
        let words: String = words.chars().filter(|&one| is_printable(one)).take(40).collect();
        format!("'{words}' is no move here: type a number from 1 to {last}, or help.\n")
    }

    /// Returns what the adviser would do.
    ///
    /// # Errors
    /// Fails if it does.
    pub fn hint(&self, seat: Seat) -> Result<String, Failure> {
        let mut agent = self.adviser.make();
        let mut rng = self.seed.child(self.decisions).rng();
        let chosen = agent.try_choose(&self.state.view(seat), &mut rng);
        let label = self.adviser.label();
        let chosen =
            chosen.map_err(|fault| Failure::Usage(format!("--adviser {label}: {fault}")))?;
        let mut text = format!("{label} would play: {chosen}\n");
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

    /// Returns the end of the game in words.
    pub fn result(&self) -> String {
        let seat = Seat::all(self.sitters.len()).next().expect("a table has seats");
        let mut text = String::from("\n");
        for event in &self.events[self.told..] {
            let _ = writeln!(
                text,
                "{}",
                G::renderer().describe(event, &self.setup, Viewer::Everything)
            );
        }
        text + "\n" + &self.board(self.shown_to.unwrap_or(seat))
    }

    /// Returns the record of the finished game.
    pub fn record(&self) -> String {
        let agents = self.sitters.iter().map(|sitter| sitter.label().to_owned()).collect();
        let header = RecordHeader { seed: self.seed.value().to_string(), agents };
        Record::new(&self.setup, &self.state, header, &self.deal, &self.events).to_line()
    }

    fn legal(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.state.moves(&mut moves);
        moves
    }
}
