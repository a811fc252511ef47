//! The decisions of recorded games as arrays.

use anygame::{RecordedResult, TableTerms};
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
    let all = games[0].decisions(&result, None, &Rules::new()).unwrap();
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
                assert_eq!((all.games[row], all.blocks[row]), (7, 2));
                assert_eq!(all.numbers[row] as usize, row);
                assert_eq!(all.turns[row] as u32, before.turns_played() + 1);
                assert_eq!(all.seats[row] as usize, seat.index());
                assert_eq!(all.agents[row], recorded.agents[seat.index()]);
                let mv: Move = step.notation.parse().unwrap();
                assert_eq!(all.actions[row] as usize, encoding.number_of(mv).unwrap());
                let mut mask = vec![false; actions];
                for &mv in &moves {
                    mask[encoding.number_of(mv).unwrap()] = true;
                }
                assert_eq!(all.masks[row * actions..][..actions], mask);
                let mut tensor = vec![0.0; size];
                encoding.write_tensor(&view, 3, &mut tensor);
                assert_eq!(all.observations[row * size..][..size], tensor);
                let from_here: Vec<_> = SeatOrder::new(seat, 3).seats().collect();
                let shares = from_here.iter().map(|&seat| outcome.win_share(seat));
                assert!(shares.eq(all.outcomes[row * 3..][..3].iter().copied()));
                row += 1;
            }
        }
        before = step.after;
    }
    assert!(row > 20 && row == all.len());
    assert!(!all.searched.contains(&true) && all.values.iter().all(|value| value.is_nan()));
    assert_eq!(all.visits, vec![0; row * actions]);
}
