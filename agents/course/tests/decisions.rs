//! The decisions of recorded games as numbers.

use anygame::TableTerms;
use course::{RecordedResult, decisions};
use engine::{Game, PlayableGame, Record, Rules, SeatOrder, Seating, Seed, View as _};
use games::built_in;
use tongiaki::{Move, State};

#[test]
fn rows_are_the_decisions_of_the_record() {
    let games = built_in();
    let setup = games[0].setup(3, &Rules::new()).unwrap();
    let participants = games[0].participants("greedy:samples=1,random").unwrap();
    let terms = TableTerms { records: true, ..TableTerms::new(Seed::new(1)) };
    let table = games[0].table(setup, participants, terms).unwrap();
    let seating = Seating { game: 7, block: 2, repeat: 0, assignment: vec![1, 0, 1] };
    let played = table.play_for_rows(&seating, &[]);
    let outcome = played.result.outcome;
    let record = played.record.unwrap();
    let recorded = Record::<State>::parse(&record, &Rules::new()).unwrap().recorded_game().unwrap();
    let result = RecordedResult { game: 7, block: 2, outcome, record, line: 1 };
    let all = decisions(&*games[0], &result, None, &Rules::new()).unwrap();
    let encoding = State::encoding().unwrap();
    let (size, actions) = (encoding.tensor_size(3), encoding.actions());
    let mut moves = Vec::new();
    let mut before = recorded.start;
    let mut row = 0;
    for step in recorded.steps {
        if let Some(seat) = step.seat {
            let view = before.view(seat);
            view.moves(&mut moves);
            if moves.len() > 1 {
                let found = &all[row];
                assert_eq!((found.game, found.block), (7, 2));
                assert_eq!(found.number as usize, row);
                assert_eq!(found.turn as u32, before.turns_played() + 1);
                assert_eq!(found.seat as usize, seat.index());
                assert_eq!(found.agent, recorded.agents[seat.index()]);
                let mv: Move = step.notation.parse().unwrap();
                assert_eq!(found.action as usize, encoding.number_of(mv).unwrap());
                let mut mask = vec![false; actions];
                for &mv in &moves {
                    mask[encoding.number_of(mv).unwrap()] = true;
                }
                assert_eq!(found.mask, mask);
                let mut tensor = vec![0.0; size];
                encoding.write_tensor(&view, 3, &mut tensor);
                assert_eq!(found.observation, tensor);
                let from_here: Vec<_> = SeatOrder::new(seat, 3).seats().collect();
                let shares = from_here.iter().map(|&seat| outcome.win_share(seat));
                assert!(shares.eq(found.outcomes.iter().copied()));
                assert!(!found.is_searched && found.values.iter().all(|value| value.is_nan()));
                assert_eq!(found.visits, vec![0; actions]);
                row += 1;
            }
        }
        before = step.after;
    }
    assert!(row > 20 && row == all.len());
}
