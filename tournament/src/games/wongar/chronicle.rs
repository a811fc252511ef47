//! What happened in a game of Wongar.

use super::rows::{
    CAUSES, CeremonyEssence, CeremonyRow, Essence, GameRow, GameRows, Scores, SeatEssence, SeatRow,
    TOKENS,
};
use crate::games::{Chronicle, joined};
use crate::play::{Played, Table};
use engine::Seat;
use engine::wongar::{
    BONUS, Board, Cause, Ending, Event, Figure, KINDS, Move, RitualCard, SEATS, State, Use,
};

/// What happened in a game, as far as its final state does not tell.
#[derive(Clone, Debug, Default)]
pub struct Chronicler {
    seats: [SeatLog; SEATS],
    ceremonies: Vec<Ceremony>,
    scorpions: u32,
    reshuffles: u32,
    lapses: u32,
    round: u8,
    /// The space of the scorpion.
    space: u8,
    /// Who has taken or played an area card last.
    active: usize,
}

#[derive(Copy, Clone, Debug, Default)]
struct SeatLog {
    bonus: i16,
    penalties: i16,
    rituals_drawn: u32,
    rituals_played: u32,
    stones_placed: u32,
    stones_lost: u32,
    /// Turns that began with the token in front of the seat.
    held: [u32; TOKENS],
}

/// A ceremony as it went.
#[derive(Clone, Debug)]
struct Ceremony {
    turn: u32,
    round: u8,
    space: u8,
    seat: usize,
    cause: Cause,
    region: String,
    /// The seats that played or passed, a bit each.
    participants: u8,
    rituals_played: u32,
    majorities: [Option<Seat>; KINDS],
    points: [i16; SEATS],
}

impl Chronicle<State> for Chronicler {
    type Rows = GameRows;

    fn decide(&mut self, before: &State, _: Move) {
        if before.is_between_turns() {
            for figure in Figure::ALL {
                if let Some(owner) = before.owner(figure) {
                    self.seats[owner.index()].held[figure.index()] += 1;
                }
            }
        }
    }

    fn follow(&mut self, turn: u32, events: &[Event]) {
        for event in events {
            self.note(turn, event);
        }
    }

    fn rows(self, game: &Played<State>, table: &Table<State>) -> GameRows {
        let agents = table.labels_by_seat(&game.sitting);
        let board = game.end.board();
        let scores = self.scores(board);
        let seats = || Seat::all(game.end.players()).map(Seat::index).zip(&agents).zip(&scores);
        let turns = f64::from(game.end.turns_played());
        let standing = game.end.standing();
        GameRows {
            seats: seats()
                .map(|((seat, agent), scores)| self.seat_row(game, seat, agent, scores))
                .collect(),
            ceremonies: (self.ceremonies.iter())
                .map(|ceremony| ceremony.row(game, &agents[ceremony.seat]))
                .collect(),
            essence: Essence {
                seats: seats()
                    .map(|((seat, agent), scores)| SeatEssence {
                        agent: agent.clone(),
                        points: standing.points()[seat],
                        win_share: standing.win_share(Seat::new(seat)),
                        scores: *scores,
                        held: self.seats[seat].held.map(|held| f64::from(held) / turns),
                    })
                    .collect(),
                ceremonies: self.ceremonies.iter().map(|it| it.essence(board)).collect(),
            },
            game: self.game_row(game),
        }
    }
}

impl Chronicler {
    fn note(&mut self, turn: u32, event: &Event) {
        match event {
            Event::Round { n, .. } => self.round = *n,
            Event::Place { p, .. } if self.round > 0 => self.seats[p.index()].stones_placed += 1,
            Event::Take { p, .. } | Event::OwnCard { p, .. } => self.active = p.index(),
            Event::Ritual { p, card } if *card != RitualCard::Scorpion => {
                self.seats[p.index()].rituals_drawn += 1;
            }
            Event::Lapse { .. } => self.lapses += 1,
            Event::Reshuffle => self.reshuffles += 1,
            Event::Scorpion { p, space, penalty } => {
                self.scorpions += 1;
                self.space = *space;
                self.seats[p.index()].penalties += i16::from(*penalty);
            }
            Event::Ceremony { region, cause } => self.ceremonies.push(Ceremony {
                turn,
                round: self.round,
                space: self.space.max(1),
                seat: self.active,
                cause: *cause,
                region: region.to_string(),
                participants: 0,
                rituals_played: 0,
                majorities: [None; KINDS],
                points: [0; SEATS],
            }),
            Event::Bonus { seats, .. } => {
                seats.iter().for_each(|seat| self.seats[seat.index()].bonus += BONUS);
            }
            _ => self.note_in_ceremony(event),
        }
    }

    fn note_in_ceremony(&mut self, event: &Event) {
        let Some(ceremony) = self.ceremonies.last_mut() else { return };
        match event {
            Event::Play { p, usage, stones, .. } => {
                ceremony.participants |= 1 << p.index();
                ceremony.rituals_played += 1;
                self.seats[p.index()].rituals_played += 1;
                for (owner, _) in stones.iter().filter(|_| *usage == Use::Remove) {
                    self.seats[owner.index()].stones_lost += 1;
                }
            }
            Event::Pass { p } => ceremony.participants |= 1 << p.index(),
            Event::Score { kind, p, points } => {
                ceremony.majorities[kind.index()] = Some(*p);
                ceremony.points[p.index()] += points;
            }
            _ => {}
        }
    }

    /// Every seat's points from ceremonies.
    fn scores(&self, board: &Board) -> [Scores; SEATS] {
        let mut scores = [Scores::default(); SEATS];
        for ceremony in &self.ceremonies {
            let phase = usize::from(board.phase_of(ceremony.space)) - 1;
            for (scores, points) in scores.iter_mut().zip(ceremony.points) {
                scores[ceremony.cause.index()][phase] += points;
            }
        }
        scores
    }

    fn game_row(&self, game: &Played<State>) -> GameRow {
        GameRow {
            game: game.sitting.game,
            block: game.sitting.block,
            deck_seed: game.deck_seed.value(),
            players: game.end.players(),
            edition: game.end.edition().id(),
            board: game.end.board().id().to_owned(),
            turns: game.end.turns_played(),
            rounds: game.end.round(),
            decisions: game.decisions(),
            cause: game.end.called().map_or("", Ending::id),
            winners: joined(game.end.standing().winners()),
            space: game.end.space(),
            scorpions: self.scorpions,
            ceremonies: self.ceremonies.len(),
            rituals_played: self.seats.iter().map(|seat| seat.rituals_played).sum(),
            reshuffles: self.reshuffles,
            lapses: self.lapses,
        }
    }

    fn seat_row(&self, game: &Played<State>, seat: usize, agent: &str, scores: &Scores) -> SeatRow {
        let standing = game.end.standing();
        let log = self.seats[seat];
        let by_cause = scores.map(|points| points.into_iter().sum());
        let by_phase = |phase: usize| (0..CAUSES).map(|cause| scores[cause][phase]).sum();
        let [ancestor_points, elder_points, both_points] =
            [Cause::Ancestor, Cause::Elder, Cause::Both].map(|cause| by_cause[cause.index()]);
        let [ancestor_turns, elder_turns] = log.held;
        let majorities = self.ceremonies.iter().flat_map(|ceremony| ceremony.majorities);
        SeatRow {
            game: game.sitting.game,
            block: game.sitting.block,
            seat,
            agent: agent.to_owned(),
            points: standing.points()[seat],
            rank: standing.ranks()[seat],
            win_share: standing.win_share(Seat::new(seat)),
            margin: standing.margin(Seat::new(seat)),
            ancestor_points,
            elder_points,
            both_points,
            phase1_points: by_phase(0),
            phase2_points: by_phase(1),
            phase3_points: by_phase(2),
            bonus: log.bonus,
            penalties: log.penalties,
            ceremonies: self.ceremonies.iter().filter(|it| it.seat == seat).count() as u32,
            majorities: majorities.flatten().filter(|owner| owner.index() == seat).count() as u32,
            rituals_drawn: log.rituals_drawn,
            rituals_played: log.rituals_played,
            stones_placed: log.stones_placed,
            stones_lost: log.stones_lost,
            ancestor_turns,
            elder_turns,
        }
    }
}

impl Ceremony {
    fn essence(&self, board: &Board) -> CeremonyEssence {
        let own = self.points[self.seat];
        CeremonyEssence {
            seat: self.seat,
            cause: self.cause,
            phase: board.phase_of(self.space),
            own,
            others: self.points.iter().sum::<i16>() - own,
        }
    }

    fn row(&self, game: &Played<State>, agent: &str) -> CeremonyRow {
        let board = game.end.board();
        let phase = board.phase_of(self.space);
        let [lens, cube, cylinder] = self.majorities.map(|seat| seat.map(Seat::index));
        CeremonyRow {
            game: game.sitting.game,
            block: game.sitting.block,
            turn: self.turn,
            round: self.round,
            seat: self.seat,
            agent: agent.to_owned(),
            cause: self.cause.id(),
            region: self.region.clone(),
            phase,
            value: board.points(self.cause, phase),
            participants: self.participants.count_ones(),
            rituals_played: self.rituals_played,
            lens,
            cube,
            cylinder,
            points: joined(&self.points[..game.end.players()]),
        }
    }
}
