//! Tests of games at a table.

use super::{TableTerms, TypedResult, TypedTable};
use crate::agent::AnyParticipant;
use crate::position::AnySetup;
use agents::{Agent, AgentError, AgentSpec, ParameterValues, Registry};
use engine::{GameRng, Seat, Seating, Seed, Turn, View as _};
use tongiaki::{Move, Setup, State, View};

/// An agent that plays the first move, and panics or fails at its tenth decision.
struct Clumsy {
    decisions: u64,
    panics: bool,
}

impl Agent<State> for Clumsy {
    fn choose(&mut self, view: &View, _: &mut GameRng) -> Move {
        self.decisions += 1;
        assert!(self.decisions < 10 || !self.panics, "ten | is\ntoo much");
        if self.decisions == 10 {
            return Move::GiveBack(Seat::new(5));
        }
        let mut moves = Vec::new();
        view.moves(&mut moves);
        moves[0]
    }
}

macro_rules! clumsy {
    ($settings:ident, $name:literal, $panics:literal) => {
        struct $settings;

        impl AgentSpec<State> for $settings {
            const NAME: &'static str = $name;
            const SUMMARY: &'static str = "fails";

            fn read(_: &mut ParameterValues) -> Result<Self, AgentError> {
                Ok(Self)
            }

            fn agent(&self) -> Box<dyn Agent<State>> {
                Box::new(Clumsy { decisions: 0, panics: $panics })
            }
        }
    };
}
clumsy!(Panicking, "panicking", true);
clumsy!(Cheating, "cheating", false);

fn play(specs: [&str; 3]) -> TypedResult<State> {
    let registry = Registry::built_in().with::<Panicking>().with::<Cheating>();
    let participants = registry.participants(&specs.join(",")).unwrap().into_iter();
    let participants = participants.map(AnyParticipant::new).collect();
    let setup = AnySetup::of::<State>(3, Setup::new(3).unwrap());
    let terms = TableTerms { records: true, ..TableTerms::new(Seed::new(5)) };
    let table = TypedTable::<State>::new(setup, participants, terms).unwrap();
    let assignment = (0..3).collect();
    let seating = Seating { game: 0, block: 0, repeat: 0, assignment };
    table.play_without(&[], &seating, &mut ())
}

#[test]
fn failing_agents_forfeit_and_play_continues() {
    let played = play(["panicking", "greedy:samples=1", "cheating"]);
    assert_eq!(played.end.turn(), Turn::Over);
    let forfeits: Vec<_> = played.result.forfeits.iter().map(ToString::to_string).collect();
    assert_eq!(
        forfeits,
        [
            "0: panic: ten / is too much at decision 10",
            "2: illegal move \"give-back 5\" at decision 10"
        ]
    );
    assert_eq!(played.result.outcome.ranks(), [2, 1, 2]);
    assert_eq!(played.result.outcome.points(), played.end.outcome().points());
    assert_eq!(
        (played.result.thinking[0].decisions, played.result.thinking[2].decisions),
        (10, 10)
    );
    let title = engine::RecordHeader { seed: String::new(), agents: vec![String::new(); 3] };
    let (deal, events) = (&played.deal, &played.events);
    let record = engine::Record::new(&Setup::new(3).unwrap(), &played.end, title, deal, events);
    assert_eq!(record.check(), Ok(()));
    assert_eq!(play(["panicking", "greedy:samples=1", "cheating"]).events, played.events);
}

#[test]
fn result_without_forfeits_equals_the_outcome() {
    let played = play(["random", "random", "random"]);
    assert_eq!(played.result.forfeits, []);
    assert_eq!(played.result.outcome, played.end.outcome());
}
