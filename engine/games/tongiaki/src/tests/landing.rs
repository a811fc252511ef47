//! Tests of landing: the beaches where the ships of a fleet may go (T19, T20).

use super::scene::{Scene, island};
use crate::state::fleet::Fleet;
use crate::state::phase::Phase;
use crate::state::tiles::{Beach, Island};
use crate::words::telling::Renderer;
use crate::{Event, Move, Setup, State};
use engine::drawing::{Arrangement, Render};
use engine::{Game, PlayableGame, Seat, Seed, Turn};
use rand::RngExt;
use std::collections::BTreeSet;

fn pictures(scene: &Scene, id: &str) -> Vec<String> {
    scene.landings(id).into_iter().collect()
}

#[test]
fn t19_few_ships_go_to_different_beaches() {
    let scene = Scene::new(2).lay("nauru", "tonga>0").ships("nauru", "1. 11. 0.");
    let mut scene = scene.ships("tonga", "001 ... ... ... ... ...").chain();
    scene.play("emigrate tonga");
    assert_eq!(pictures(&scene, "nauru"), ["01 011 01", "01 111 00", "11 011 00"]);
}

/// Three ships land on two open beaches: each beach gets one, and the third ship may go to either.
#[test]
fn t19_many_ships_leave_no_open_beach_without_one() {
    let scene = Scene::new(2).lay("tubuai", "tonga>0");
    let mut scene = scene.ships("tonga", "001 ... ... ... ... ...").chain();
    scene.play("emigrate tonga");
    let expected = ["0.. 01.", "00. 1..", "01. 0..", "1.. 00."];
    assert_eq!(pictures(&scene, "tubuai"), expected);
}

/// A full beach is not open, so one of the three beaches of Nauru takes no part.
#[test]
fn t19_full_beaches_take_no_part() {
    let scene = Scene::new(2).lay("nauru", "tonga>0").ships("nauru", "11 ... 1.");
    let mut scene = scene.ships("tonga", "001 ... ... ... ... ...").chain();
    scene.play("emigrate tonga");
    let expected = ["11 00. 11", "11 01. 01"];
    assert_eq!(pictures(&scene, "nauru"), expected);
}

/// Sends a fleet of four ships from Samoa's beach 1 to Muroroa, beyond Samoa's side 3.
fn samoa_to_muroroa(fleet: &str, muroroa: &str) -> Scene {
    let mut scene = Scene::new(3)
        .lay("samoa", "tonga>0")
        .lay("muroroa", "samoa>3")
        .ships("samoa", &format!("... {fleet} ....."))
        .ships("muroroa", muroroa)
        .chain();
    scene.play("emigrate samoa").play("sail samoa>3");
    scene
}

#[test]
fn t19_ships_without_room_go_back_by_the_active_players_choice() {
    let mut scene = samoa_to_muroroa("0012", "1. 1. 11.");
    assert_eq!(scene.options(), ["give-back 0", "give-back 1", "give-back 2"]);
    // Ships of seats 0, 1 and 2 in any order, or two ships of seat 0 and one other ship anywhere.
    assert_eq!(scene.landings("muroroa").len(), 6 + 3 + 3);
    scene.play("give-back 2");
    assert_eq!(scene.supplies(), [13, 10, 15]);
    assert_eq!(pictures(&scene, "muroroa"), ["01 01 111", "01 11 011", "11 01 011"]);
    scene.play("moor muroroa:1"); // the other 0 goes to the beach after it, 1 to the one left
    let lands = "lands on muroroa [2, 1, 1] back [0, 0, 1]: [[0, 1, 0], [1, 0, 0], [1, 0, 0]]";
    assert_eq!(scene.told()[1..], [lands]);
}

#[test]
fn t19_an_island_without_room_sends_the_whole_fleet_home() {
    let mut scene = samoa_to_muroroa("0012", "11 11 111");
    let told = [
        "0 sails samoa:1>3 [2, 1, 1]",
        "lands on muroroa [2, 1, 1] back [2, 1, 1]: [[0, 0, 0], [0, 0, 0], [0, 0, 0]]",
    ];
    assert_eq!(scene.told(), told);
    assert_eq!(scene.supplies(), [15, 8, 15]);
    assert_eq!(scene.on("muroroa"), "11 11 111");
    // All beaches of Muroroa are full and have to sail.
    assert_eq!(scene.options(), [1, 2, 4, 5].map(|jetty| format!("sail muroroa>{jetty}")));
}

#[test]
fn t19_the_active_player_distributes_ships_of_others() {
    let mut scene = Scene::new(3)
        .lay("samoa", "tonga>0")
        .lay("nauru", "samoa>3")
        .ships("samoa", "... 1222 .....")
        .chain();
    scene.play("emigrate samoa").play("sail samoa>3");
    assert_eq!(scene.state.turn(), Turn::Decide(Seat::new(0)));
    scene.play("moor nauru:2");
    assert_eq!(scene.state.turn(), Turn::Decide(Seat::new(0)));
    assert_eq!(pictures(&scene, "nauru"), ["2. 2.. 12", "2. 22. 1.", "22 2.. 1."]);
}

/// The fleet leaves over side 1 and comes back over side 2; the other beach has two free moorings.
#[test]
fn t20_a_fleet_that_comes_back_finds_its_own_beach_empty() {
    let mut scene = Scene::new(2)
        .lay("tubuai", "tonga>0")
        .bend(["water-13", "water-01"], "tubuai", [1, 2])
        .ships("tubuai", "001 1..")
        .chain();
    scene.play("emigrate tubuai").play("sail tubuai>1");
    let expected = ["0.. 011", "00. 11.", "01. 01.", "1.. 001"];
    assert_eq!(pictures(&scene, "tubuai"), expected);
    scene.play("moor tubuai:0").play("moor tubuai:0");
    let lands = "lands on tubuai [2, 1] back [0, 0]: [[2, 0], [0, 1]]";
    assert_eq!(scene.told(), ["0 sails tubuai:0>1 [2, 1]", lands]);
    scene.assert_turn_of(1);
}

#[test]
fn t20_a_fleet_turned_back_by_a_king_lands_by_the_same_rule() {
    let mut scene = Scene::new(3)
        .lay("tubuai", "tonga>0")
        .lay("samoa", "tubuai>1")
        .lay("oahu", "tubuai>2")
        .king(2, "samoa")
        .king(2, "oahu")
        .ships("tubuai", "001 1..")
        .chain();
    scene.play("emigrate tubuai").play("sail tubuai>2");
    let expected = ["0.. 011", "00. 11.", "01. 01.", "1.. 001"];
    assert_eq!(pictures(&scene, "tubuai"), expected);
}

/// With one free mooring elsewhere, all but one of the fleet's ships stay on the beach that it left.
#[test]
fn t20_the_beach_left_counts_as_open() {
    let mut scene = Scene::new(2)
        .lay("tubuai", "tonga>0")
        .bend(["water-13", "water-01"], "tubuai", [1, 2])
        .ships("tubuai", "001 11.")
        .ships("tonga", "0.. ... ... ... ... ...")
        .chain();
    // The other beach has a way out, so the chain is not endless.
    scene.play("emigrate tubuai").play("sail tubuai>2");
    assert_eq!(pictures(&scene, "tubuai"), ["00. 111", "01. 011"]);
}

/// The ships that a landing returned to their owners, and the ships that landed by beach; both by seat.
type Distribution = (Vec<u8>, Vec<Vec<u8>>);

/// Returns every distribution that T19 allows, found by trying all beaches for every ship.
fn allowed(state: &State, to: Island, fleet: &[u8]) -> BTreeSet<Distribution> {
    let free: Vec<u32> = to.beaches().map(|beach| state.free_moorings(beach)).collect();
    let (open, room) = (free.iter().filter(|&&free| free > 0).count(), free.iter().sum::<u32>());
    let ships: Vec<usize> = fleet
        .iter()
        .enumerate()
        .flat_map(|(seat, &ships)| std::iter::repeat_n(seat, usize::from(ships)))
        .collect();
    let back = ships.len().saturating_sub(room as usize);
    let home = free.len(); // one place more than beaches: the supply
    let mut allowed = BTreeSet::new();
    for number in 0..(home + 1).pow(ships.len() as u32) {
        let place = |ship: usize| number / (home + 1).pow(ship as u32) % (home + 1);
        let mut returned = vec![0; fleet.len()];
        let mut beaches = vec![vec![0_u8; fleet.len()]; home];
        for (ship, &seat) in ships.iter().enumerate() {
            match place(ship) {
                beach if beach == home => returned[seat] += 1,
                beach => beaches[beach][seat] += 1,
            }
        }
        let counts: Vec<u32> =
            beaches.iter().map(|beach| beach.iter().copied().map(u32::from).sum()).collect();
        let fits = counts.iter().zip(&free).all(|(count, free)| count <= free);
        let spread = if ships.len() - back <= open {
            counts.iter().all(|&count| count <= 1)
        } else {
            counts.iter().zip(&free).all(|(&count, &free)| count > 0 || free == 0)
        };
        let gone: usize = returned.iter().copied().map(usize::from).sum();
        if fits && spread && gone == back {
            allowed.insert((returned, beaches));
        }
    }
    allowed
}

/// Returns the distributions at the end of all sequences of choices that complete the landing.
fn reached(state: &State, begin: &str) -> Vec<Distribution> {
    let mut reached = Vec::new();
    let first: Move = begin.parse().expect("a move");
    let mut waiting = vec![(*state, first)];
    while let Some((mut state, mv)) = waiting.pop() {
        let mut events = Vec::new();
        state.play_recorded(mv, &mut events);
        let landed = events.into_iter().find_map(|event| match event {
            Event::Land { returned, beaches, .. } => Some((returned, beaches)),
            _ => None,
        });
        if let Some((returned, beaches)) = landed {
            let beaches = beaches.iter().map(|counts| counts.to_vec()).collect();
            reached.push((returned.to_vec(), beaches));
        } else {
            let mut moves = Vec::new();
            state.moves(&mut moves);
            assert!(!moves.is_empty(), "a path of choices ends before the fleet has landed");
            waiting.extend(moves.into_iter().map(|mv| (state, mv)));
        }
    }
    reached
}

/// Random fleets of 2 to 5 ships reach random islands. The sequences of choices must lead to exactly the distributions of T19,
/// and each distribution must be reached only once.
#[test]
fn t19_every_allowed_distribution_is_reached_by_exactly_one_path() {
    let mut rng = Seed::new(19).rng();
    // Beaches of 2, 3, 4 and 5 moorings, each with the side of one of its jetties.
    let homes = [("hawaii", 2, 4), ("samoa", 0, 1), ("mangareva", 2, 5), ("oahu", 1, 3)];
    let mut surplus = 0;
    for round in 0..400 {
        let players = rng.random_range(2..=6);
        let (home, beach, side) = homes[round % homes.len()];
        let to = loop {
            let island = Island::new(rng.random_range(0..16));
            if island.card().id != home {
                break island;
            }
        };
        let exit = format!("{home}>{side}");
        let mut scene = Scene::new(players);
        scene = if to == Island::TONGA {
            scene.lay_turned(home, side, "tonga>0")
        } else {
            scene.lay(home, "tonga>0").lay(to.card().id, &exit)
        };
        let own_beach = island(home).beach(beach).expect("it has so many");
        for _ in 0..own_beach.moorings() {
            scene.state.moor(Seat::new(rng.random_range(0..players)), own_beach);
        }
        let crowd = rng.random_range(0..=4);
        let moorings = |beach: Beach| (0..beach.moorings()).map(move |_| beach);
        for beach in to.beaches().flat_map(moorings) {
            let seat = Seat::new(rng.random_range(0..players));
            if rng.random_range(0..4) < crowd && scene.state.supply(seat) > 0 {
                scene.state.moor(seat, beach);
            }
        }
        let fleet: Fleet = scene.state.fleet_at(own_beach);
        let mut scene = scene.chain();
        let state = scene.state;
        let allowed = allowed(&state, to, &fleet.counts(players));
        surplus += usize::from(allowed.iter().any(|(back, _)| back.iter().any(|&back| back > 0)));

        // The choice of the island is not part of the landing; the choice of the jetty may be.
        scene.play(&format!("emigrate {home}"));
        let sail = format!("sail {exit}");
        let (before, begin) = if scene.options().contains(&sail) {
            (scene.state, sail)
        } else {
            (state, format!("emigrate {home}"))
        };
        let found = reached(&before, &begin);
        let mut landing = before;
        landing.play(begin.parse().expect("a move"));
        let setup = Setup::new(players).unwrap();
        if let Some(arrangement) = Renderer.arrangement(&landing, &setup) {
            assert_eq!(arrangement.options.len(), allowed.len(), "{fleet:?} to {to}");
            check_options(&landing, &arrangement);
        }
        assert_eq!(found.len(), allowed.len(), "{fleet:?} to {to}");
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), allowed, "{fleet:?} to {to}");
    }
    assert!(surplus > 50, "some fleets find too little room");
}

/// Every option of an arrangement is legal, ends the landing with its distribution, and differs from all others (T19).
#[test]
fn t19_arrangements_list_every_distribution_once() {
    let (mut rng, mut landings) = (Seed::new(20).rng(), 0);
    for players in 2..=6 {
        let setup = Setup::new(players).unwrap();
        for _ in 0..12 {
            let mut state = State::start(&setup);
            while state.turn() != Turn::Over {
                let arrangement = Renderer.arrangement(&state, &setup);
                let is_landing = matches!(state.phase, Phase::GiveBack { .. } | Phase::Land { .. });
                assert_eq!(arrangement.is_some(), is_landing);
                if let Some(arrangement) = arrangement {
                    landings += 1;
                    check_options(&state, &arrangement);
                }
                match state.turn() {
                    Turn::Chance => state.happen(state.random_chance(&mut rng)),
                    _ => state.play(state.random_move(&mut rng)),
                }
            }
        }
    }
    assert!(landings > 300, "{landings} landings");
}

/// Checks that options differ, and that the moves of each put the ships where its parts state.
fn check_options(state: &State, arrangement: &Arrangement<Move>) {
    let Arrangement { pieces, places, options } = arrangement;
    let distinct: BTreeSet<_> = options.iter().map(|option| &option.parts).collect();
    assert_eq!(distinct.len(), options.len());
    for option in options {
        for &(seat, count) in pieces {
            assert_eq!(option.parts.iter().filter(|part| part.0 == seat).count(), count);
        }
        let (mut after, mut events) = (*state, Vec::new());
        for &mv in &option.moves {
            assert!(after.is_legal(mv), "{mv}");
            after.play_recorded(mv, &mut events);
        }
        let landed = events.iter().find_map(|event| match event {
            Event::Land { beaches, returned, .. } => Some((beaches, returned)),
            _ => None,
        });
        let (beaches, returned) = landed.expect("the moves complete the landing");
        // The event also counts the ships that landed before this position.
        for part in &option.parts {
            let there = option.parts.iter().filter(|&other| other == part).count();
            let counted = part.1.map_or(returned[part.0.index()], |place| {
                assert!(matches!(places[place].mv, Move::Moor(beach) if beach.index() == place));
                beaches[place][part.0.index()]
            });
            assert!(usize::from(counted) >= there);
        }
    }
}
