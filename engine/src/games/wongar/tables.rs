//! The tables of Wongar: turns what happens in a game into rows.

use super::rows::{CeremonyRow, GameColumns, Rows, SeatColumns};
use super::summaries::Sums;
use super::{
    BONUS, Cause, Ending, Event, Figure, KINDS, Kind, Move, PHASES, Region, RitualCard, SEATS,
    State, Use,
};
use crate::{FinishedGame, GameRows, RowBuilder, Seat, TableVisitor, joined};

/// What happened in a game, as far as its final state does not show.
#[derive(Debug, Default)]
pub struct Builder {
    round: u8,
    /// The space of the scorpion; 0 until it moves.
    space: u8,
    reshuffles: u32,
    lapses: u32,
    /// The owners of the tokens when the first turn began: Ancestor, Elder.
    firsts: [Option<Seat>; 2],
    /// The last seat that took a card, and whether it was an own one.
    active: Option<Seat>,
    own_card: bool,
    seats: [SeatLog; SEATS],
    ceremonies: Vec<Rite>,
}

#[derive(Copy, Clone, Debug, Default)]
struct SeatLog {
    bonus: i16,
    penalties: i16,
    scorpions: u32,
    rituals_drawn: u32,
    rituals_played: u32,
    stones_placed: u32,
    stones_lost: u32,
    rounds_begun: u32,
    /// Turns of any seat that began with the token in front of this seat: Ancestor, Elder.
    held: [u32; 2],
}

/// A ceremony.
#[derive(Debug)]
struct Rite {
    turn: u32,
    round: u8,
    space: u8,
    seat: Seat,
    own_card: bool,
    cause: Cause,
    region: Region,
    rituals_played: [u32; SEATS],
    majorities: [Option<Seat>; KINDS],
    scores: [i16; SEATS],
}

/// The points of a seat by cause and by phase.
#[derive(Default)]
struct Scores {
    causes: [i16; Cause::ALL.len()],
    phases: [i16; PHASES],
    majorities: u32,
}

impl RowBuilder<State> for Builder {
    type Rows = Rows;

    fn decide(&mut self, before: &State, mv: Move) {
        if !matches!(mv, Move::Take(_) | Move::Own(_)) {
            return;
        }
        let owners = Figure::ALL.map(|figure| before.owner(figure));
        for (token, owner) in owners.iter().enumerate() {
            if let Some(owner) = owner {
                self.seats[owner.index()].held[token] += 1;
            }
        }
        if before.turns_played() == 0 {
            self.firsts = owners;
        }
    }

    fn follow(&mut self, turn: u32, events: &[Event]) {
        for event in events {
            self.note(turn, event);
        }
    }

    fn finish(self, game: &FinishedGame<'_, State>) -> Rows {
        let seats = Seat::all(game.end.players());
        Rows {
            seats: seats.map(|seat| self.seat_columns(game, seat)).collect(),
            ceremonies: self.ceremonies.iter().map(|rite| rite.row(game)).collect(),
            game: self.game_columns(game),
        }
    }
}

impl Builder {
    fn seat(&mut self, seat: Seat) -> &mut SeatLog {
        &mut self.seats[seat.index()]
    }

    fn note(&mut self, turn: u32, event: &Event) {
        match event {
            Event::Round { n, start } => {
                self.round = *n;
                self.seat(*start).rounds_begun += 1;
            }
            Event::Take { p, .. } => (self.active, self.own_card) = (Some(*p), false),
            Event::OwnCard { p, .. } => (self.active, self.own_card) = (Some(*p), true),
            Event::Place { p, .. } => self.seat(*p).stones_placed += u32::from(self.round > 0),
            Event::Ritual { p, card } => {
                self.seat(*p).rituals_drawn += u32::from(*card != RitualCard::Scorpion);
            }
            Event::Lapse { .. } => self.lapses += 1,
            Event::Reshuffle => self.reshuffles += 1,
            Event::Scorpion { p, space, penalty } => {
                self.space = *space;
                self.seat(*p).scorpions += 1;
                self.seat(*p).penalties += i16::from(*penalty);
            }
            Event::Ceremony { region, cause } => self.begin_ceremony(turn, *region, *cause),
            Event::Play { p, usage, stones, .. } => self.note_play(*p, *usage, stones),
            Event::Score { kind, p, points } => {
                if let Some(rite) = self.ceremonies.last_mut() {
                    rite.majorities[kind.index()] = Some(*p);
                    rite.scores[p.index()] += points;
                }
            }
            Event::Bonus { seats, .. } => {
                for &seat in seats {
                    self.seat(seat).bonus += BONUS;
                }
            }
            Event::Reveal { .. } | Event::Move { .. } | Event::Pass { .. } | Event::End { .. } => {}
        }
    }

    fn begin_ceremony(&mut self, turn: u32, region: Region, cause: Cause) {
        // The seat that took the card that caused it.
        let Some(seat) = self.active else { return };
        self.ceremonies.push(Rite {
            turn,
            round: self.round,
            space: self.space.max(1),
            seat,
            own_card: self.own_card,
            cause,
            region,
            rituals_played: [0; SEATS],
            majorities: [None; KINDS],
            scores: [0; SEATS],
        });
    }

    fn note_play<R>(&mut self, seat: Seat, usage: Use, stones: &[(Seat, R)]) {
        self.seat(seat).rituals_played += 1;
        if let Some(rite) = self.ceremonies.last_mut() {
            rite.rituals_played[seat.index()] += 1;
        }
        if usage == Use::Remove {
            for &(owner, _) in stones {
                self.seat(owner).stones_lost += 1;
            }
        }
    }

    fn game_columns(&self, game: &FinishedGame<'_, State>) -> GameColumns {
        let sum = |count: fn(&SeatLog) -> u32| self.seats.iter().map(count).sum();
        let [first_ancestor, first_elder] = self.firsts.map(|seat| seat.map(Seat::index));
        GameColumns {
            edition: game.end.edition().id().into(),
            board: game.setup.board().id().to_owned().into(),
            rounds: self.round,
            cause: game.end.called().map_or("", Ending::id).into(),
            first_ancestor,
            first_elder,
            ceremonies: self.ceremonies.len(),
            rituals_played: sum(|seat| seat.rituals_played),
            scorpions: sum(|seat| seat.scorpions),
            space: game.end.space(),
            phase: game.end.scorpion_phase(),
            reshuffles: self.reshuffles,
            lapses: self.lapses,
        }
    }

    fn seat_columns(&self, game: &FinishedGame<'_, State>, seat: Seat) -> SeatColumns {
        let log = self.seats[seat.index()];
        let scores = self.scores(game, seat);
        let [ancestor_points, elder_points, both_points] = scores.causes;
        let [phase1_points, phase2_points, phase3_points] = scores.phases;
        let [ancestor_turns, elder_turns] = log.held;
        let caused = self.ceremonies.iter().filter(|rite| rite.seat == seat).count();
        SeatColumns {
            ancestor_points,
            elder_points,
            both_points,
            phase1_points,
            phase2_points,
            phase3_points,
            bonus: log.bonus,
            penalties: log.penalties,
            scorpions: log.scorpions,
            ceremonies: caused as u32,
            majorities: scores.majorities,
            rituals_drawn: log.rituals_drawn,
            rituals_played: log.rituals_played,
            stones_placed: log.stones_placed,
            stones_lost: log.stones_lost,
            rounds_begun: log.rounds_begun,
            ancestor_turns,
            elder_turns,
        }
    }

    fn scores(&self, game: &FinishedGame<'_, State>, seat: Seat) -> Scores {
        let mut scores = Scores::default();
        for rite in &self.ceremonies {
            let points = rite.scores[seat.index()];
            let won = rite.majorities.iter().filter(|&&majority| majority == Some(seat));
            scores.causes[rite.cause.index()] += points;
            scores.phases[usize::from(rite.phase(game)) - 1] += points;
            scores.majorities += won.count() as u32;
        }
        scores
    }
}

impl Rite {
    fn phase(&self, game: &FinishedGame<'_, State>) -> u8 {
        game.end.board().phase_of(self.space)
    }

    fn row(&self, game: &FinishedGame<'_, State>) -> CeremonyRow {
        let outcome = game.outcome;
        let players = game.end.players();
        let majority = |kind: Kind| self.majorities[kind.index()].map(Seat::index);
        CeremonyRow {
            game: game.game,
            block: game.block,
            turn: self.turn,
            round: self.round,
            seat: self.seat.index(),
            agent: game.agents[self.seat.index()].clone(),
            cause: self.cause.id().into(),
            own_card: self.own_card,
            region: game.setup.board().name(self.region).to_owned(),
            phase: self.phase(game),
            value: game.end.board().points(self.cause, self.phase(game)),
            rituals_played: joined(&self.rituals_played[..players]),
            lens: majority(Kind::Lens),
            cube: majority(Kind::Cube),
            cylinder: majority(Kind::Cylinder),
            points: joined(&self.scores[..players]),
            rank: outcome.ranks()[self.seat.index()],
            win_share: outcome.win_share(self.seat),
        }
    }
}

impl GameRows for Rows {
    type Aggregator = Sums;

    fn visit<V: TableVisitor>(&mut self, visitor: &mut V) -> Result<(), V::Error> {
        visitor.game(&mut self.game)?;
        visitor.seats(&mut self.seats)?;
        visitor.table("ceremonies.csv", &mut self.ceremonies)
    }
}
