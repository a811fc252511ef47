//! The tables of Wongar: converts the events of a game into rows.

use crate::tables::rows::{CeremonyRow, GameColumns, Rows, SeatColumns};
use crate::tables::summaries::CeremonyAndTokenSums;
use crate::{
    Cause, Ending, Event, Figure, KINDS, Kind, Move, Region, RitualCard, SEATS, State, Use,
};
use engine::{FinishedGame, Seat, TableSpec, Tables, joined};

/// Collects the events of a game so far, in the form of the rows that will contain them.
#[derive(Debug, Default)]
pub struct Builder {
    game: GameColumns,
    seats: [SeatColumns; SEATS],
    ceremonies: Vec<Rite>,
    /// The seat that last took an open card or played its own card.
    active: Option<Seat>,
    own_card: bool,
    /// The points for the most area cards of a kind.
    bonus: i16,
}

/// The data of a ceremony for the tables.
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

impl Tables<State> for Builder {
    type Rows = Rows;
    type TableSums = CeremonyAndTokenSums;

    fn tables() -> Vec<TableSpec<Rows>> {
        vec![
            TableSpec::games(|rows| &mut rows.game),
            TableSpec::seats(|rows| &mut rows.seats),
            TableSpec::file("ceremonies.csv", |rows| &mut rows.ceremonies),
        ]
    }

    fn decide(&mut self, before: &State, mv: Move) {
        self.bonus = before.house.bonus();
        if !matches!(mv, Move::Take(_) | Move::Own(_)) {
            return;
        }
        let [ancestor, elder] = Figure::ALL.map(|figure| before.owner(figure));
        if let (Some(ancestor), Some(elder)) = (ancestor, elder) {
            self.seat(ancestor).ancestor_turns += 1;
            self.seat(elder).elder_turns += 1;
        }
        if before.turns_played() == 0 {
            self.game.first_ancestor = ancestor.map(Seat::index);
            self.game.first_elder = elder.map(Seat::index);
        }
    }

    fn follow(&mut self, turn: u32, events: &[Event]) {
        for event in events {
            match event {
                Event::Round { n, start } => {
                    self.game.rounds = *n;
                    self.seat(*start).rounds_begun += 1;
                }
                Event::Take { p, .. } => (self.active, self.own_card) = (Some(*p), false),
                Event::OwnCard { p, .. } => (self.active, self.own_card) = (Some(*p), true),
                Event::Place { p, .. } => {
                    self.seat(*p).stones_placed += u32::from(self.game.rounds > 0);
                }
                Event::Ritual { p, card } => {
                    self.seat(*p).rituals_drawn += u32::from(*card != RitualCard::Scorpion);
                }
                Event::Lapse { .. } => self.game.lapses += 1,
                Event::Reshuffle => self.game.reshuffles += 1,
                Event::Scorpion { p, space, penalty } => {
                    self.game.space = *space;
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
                        self.seat(seat).bonus += self.bonus;
                    }
                }
                Event::Reveal { .. }
                | Event::Move { .. }
                | Event::Pass { .. }
                | Event::End { .. } => {}
            }
        }
    }

    fn finish(self, game: &FinishedGame<'_, State>) -> Rows {
        let end = game.end;
        let sum = |count: fn(&SeatColumns) -> u32| self.seats.iter().map(count).sum();
        let columns = GameColumns {
            edition: end.edition().id().into(),
            board: game.setup.board().id().to_owned().into(),
            cause: end.called().map_or("", Ending::id).into(),
            ceremonies: self.ceremonies.len(),
            rituals_played: sum(|seat| seat.rituals_played),
            scorpions: sum(|seat| seat.scorpions),
            space: end.space(),
            phase: end.scorpion_phase(),
            ..self.game
        };
        let mut seats: Vec<_> = self.seats.into_iter().take(end.players()).collect();
        for rite in &self.ceremonies {
            rite.count(rite.phase(game), &mut seats);
        }
        let ceremonies = self.ceremonies.iter().map(|rite| rite.row(game)).collect();
        Rows { game: columns, seats, ceremonies }
    }

    fn contradiction(rows: &Rows) -> Option<&'static str> {
        let Rows { game, seats, ceremonies } = rows;
        let held_by = |seat: usize| ceremonies.iter().filter(|rite| rite.seat == seat).count();
        let sum = |columns: &SeatColumns| {
            [
                columns.ancestor_points + columns.elder_points + columns.both_points,
                columns.phase1_points + columns.phase2_points + columns.phase3_points,
            ]
        };
        let checks = [
            (
                ceremonies.len() == game.ceremonies,
                "ceremonies.csv has another number of ceremonies than games.csv",
            ),
            (
                (seats.iter().enumerate())
                    .all(|(seat, columns)| held_by(seat) == columns.ceremonies as usize),
                "ceremonies.csv has other ceremonies than seats.csv",
            ),
            (
                seats.iter().map(sum).all(|[by_cause, by_phase]| by_cause == by_phase),
                "the points by cause are not those by phase",
            ),
        ];
        checks.into_iter().find(|(holds, _)| !holds).map(|(_, what)| what)
    }
}

impl Builder {
    fn seat(&mut self, seat: Seat) -> &mut SeatColumns {
        &mut self.seats[seat.index()]
    }

    fn begin_ceremony(&mut self, turn: u32, region: Region, cause: Cause) {
        // The seat whose card caused the ceremony.
        let Some(seat) = self.active else { return };
        self.ceremonies.push(Rite {
            turn,
            round: self.game.rounds,
            space: self.game.space.max(1),
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
}

impl Rite {
    fn phase(&self, game: &FinishedGame<'_, State>) -> u8 {
        game.end.board().phase_of(self.space)
    }

    /// Adds the ceremony, which took place in this phase, to the columns of all seats.
    fn count(&self, phase: u8, seats: &mut [SeatColumns]) {
        seats[self.seat.index()].ceremonies += 1;
        for (seat, columns) in seats.iter_mut().enumerate() {
            let by_cause = match self.cause {
                Cause::Ancestor => &mut columns.ancestor_points,
                Cause::Elder => &mut columns.elder_points,
                Cause::Both => &mut columns.both_points,
            };
            *by_cause += self.scores[seat];
            let by_phase = match phase {
                1 => &mut columns.phase1_points,
                2 => &mut columns.phase2_points,
                _ => &mut columns.phase3_points,
            };
            *by_phase += self.scores[seat];
            let won = self.majorities.iter().flatten().filter(|winner| winner.index() == seat);
            columns.majorities += won.count() as u32;
        }
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
