//! Positions and courses of games of any type.

use anygame::{ActionError, AnyGame, AnySetup, ChoiceError, find};
use course::Course;
use engine::drawing::Viewer;
use engine::{Rules, Seat, Seed, Turn};
use games::built_in;

fn setups() -> Vec<AnySetup> {
    let setup =
        |game: &dyn AnyGame| game.setup(*game.facts().players.start(), &Rules::new()).unwrap();
    built_in().iter().map(|game| setup(&**game)).collect()
}

#[test]
fn actions_are_places_among_the_legal_moves() {
    for setup in setups() {
        let mut position = setup.start(Some(7));
        position.settle();
        let mut number = 0;
        while position.turn() != Turn::Over {
            let (moves, actions) = (position.moves(), position.legal_actions().to_vec());
            assert_eq!(moves.len(), actions.len());
            let place = number % moves.len();
            number += 7;
            assert_eq!(setup.action_number(&moves[place].mv), Ok(actions[place]));
            assert_eq!(setup.action_text(actions[place]).as_ref(), Some(&moves[place].mv));
            let mut other = position.copy();
            assert!(other.is_same(&*position));
            other.apply(actions[place]).unwrap();
            assert_eq!(position.apply_nth(place), Ok(place));
            assert!(other.is_same(&*position));
            assert_eq!(other.hash(), position.hash());
            position.settle();
        }
        assert_eq!(position.apply(0), Err(ActionError::GameOver));
    }
}

#[test]
fn chance_waits_where_nothing_was_dealt() {
    let setup = find(&built_in(), "kuhn").unwrap().setup(2, &Rules::new()).unwrap();
    let mut position = setup.start(None);
    position.settle();
    assert_eq!(position.turn(), Turn::Chance);
    assert_eq!(position.apply_nth(0), Err(ActionError::ChanceActs));
    let outcomes = position.chance_outcomes();
    assert!((outcomes.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    let last = outcomes.len() - 1;
    let none = ActionError::NoOutcome { number: outcomes.len() as i64, last };
    assert_eq!(position.apply_chance(outcomes.len()), Err(none));
    position.apply_chance(last).unwrap();
    assert_eq!(position.apply_chance(0), Err(ActionError::NoChance));
    assert!(position.win_chances().is_none(), "a game without a network");
}

#[test]
fn positions_of_other_games_are_told_apart() {
    let positions: Vec<_> = setups().iter().map(|setup| setup.start(Some(1))).collect();
    assert!(!positions[0].is_same(&*positions[1]));
    let games = built_in();
    let mut agent = games[0].participants("random").unwrap()[0].make();
    let view = positions[1].view(Seat::new(0));
    assert_eq!(agent.choose(&*view, Seed::new(1)), Err(ChoiceError::OtherGame));
    assert!(games[0].perft(&*positions[1], 1).is_none());
}

#[test]
fn a_course_is_found_again_in_its_record() {
    for (game, setup) in built_in().iter().zip(setups()) {
        let labels: Vec<_> = (0..setup.players()).map(|seat| format!("seat {seat}")).collect();
        let mut course = Course::start(setup, 5);
        assert!(course.record(labels.clone()).is_none());
        while course.play(course.last() * 7 % course.legal().len().max(1)) {}
        let line = course.record(labels.clone()).unwrap();
        assert_eq!(game.check_record(&line, &Rules::new()), Ok(()));
        let again = Course::of_record(game.replay_record(&line, &Rules::new()).unwrap());
        assert_eq!(again.seed(), course.seed());
        assert_eq!(again.record(labels), Some(line));
        assert!(again.end().is_same(course.end()));
        let name = game.facts().name;
        // A record lists simultaneous choices one by one, so a game with such choices has different steps.
        assert_eq!(again.last() == course.last(), name != "wongar", "{name}");
        let steps = if name == "wongar" { 0 } else { course.last() };
        for step in 0..=steps {
            assert!(again.position(step).is_same(course.position(step)));
            assert_eq!(again.taken(step), course.taken(step));
            let events = |course: &Course| course.position(step).events(Viewer::Everything);
            assert_eq!(events(&again), events(&course));
            assert_eq!(again.event_numbers(step), course.event_numbers(step));
        }
        course.take_back(0);
        assert_eq!((course.last(), course.taken(0)), (0, None));
    }
}
