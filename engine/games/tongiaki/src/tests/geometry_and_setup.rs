//! Tests of the geometry (T1, T2) and the setup (T3 to T5).

use super::scene::{Scene, tile};
use crate::state::hex::{Cell, Direction, Side};
use crate::{Setup, Tile};
use engine::{Seat, Turn};

#[test]
fn t1_directions_go_clockwise_from_south() {
    let origin = Cell { q: 3, r: -2 };
    let around = Direction::ALL.map(|direction| origin.step(direction));
    let steps = around.map(|cell| (cell.q - origin.q, cell.r - origin.r));
    assert_eq!(steps, [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]);
    for direction in Direction::ALL {
        assert_eq!(direction.opposite().index(), (direction.index() + 3) % 6);
        assert_eq!(origin.step(direction).step(direction.opposite()), origin);
    }
}

#[test]
fn t1_tongas_jetties_lead_to_the_six_cells_around_it() {
    let around = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)];
    for (side, (q, r)) in around.into_iter().enumerate() {
        let mut beaches = ["..."; 6];
        beaches[side] = "001";
        let mut scene = Scene::new(2).ships("tonga", &beaches.join(" ")).chain();
        scene.play("emigrate tonga").draw("samoa");
        let crest = (side + 3) % 6;
        let told = scene.told();
        assert_eq!(told[0], format!("0 sails tonga:{side}>{side} [2, 1]"));
        assert_eq!(told[1], format!("draw samoa at {q},{r} crest {crest}"));
    }
}

#[test]
fn t2_side_s_faces_direction_d_plus_s() {
    for crest in Direction::ALL {
        for side in Side::ALL {
            let facing = side.facing(crest);
            assert_eq!(facing.index(), (crest.index() + side.index()) % 6);
            assert_eq!(facing.side_of(crest), side);
        }
    }
    assert_eq!(Scene::new(2).place_of("tonga"), Some((0, 0, 0)));
}

/// It follows that every table with a tile has an exit into an empty cell (T10), because the northernmost tile has three free
/// sides in a row.
#[test]
fn t10_no_tile_lacks_an_exit_on_two_sides_in_a_row() {
    for tile in Tile::all() {
        let gaps = !tile.exits() & 0b11_1111;
        let turned = gaps >> 1 | (gaps & 1) << 5;
        assert_eq!(gaps & turned, 0, "{tile}");
    }
}

/// Muroroa is south of Tonga with its crest to the north, so its side 1 faces north-east.
#[test]
fn t2_the_jetties_of_a_turned_tile_turn_with_it() {
    for (beach, jetty, place) in [("01 .. ...", 1, "1,0 crest 1"), (".. 01 ...", 2, "1,1 crest 2")]
    {
        let mut scene = Scene::new(2).lay("muroroa", "tonga>0").ships("muroroa", beach).chain();
        assert_eq!(scene.place_of("muroroa"), Some((0, 1, 3)));
        scene.play("emigrate muroroa").draw("nauru");
        let sails = format!("0 sails muroroa:{}>{jetty} [1, 1]", jetty - 1);
        assert_eq!(scene.told(), [sails, format!("draw nauru at {place}")]);
    }
}

#[test]
fn t3_two_to_six_players_with_fifteen_ships_each() {
    for players in 2..=6 {
        let scene = Scene::new(players);
        assert_eq!(scene.supplies(), vec![15; players]);
        assert_eq!(scene.on("tonga"), "... ... ... ... ... ...");
        assert_eq!(scene.state.tiles_left(), 31);
        assert_eq!((scene.state.islands_left(), scene.state.waters_left()), (15, 16));
    }
    for players in [0, 1, 7] {
        let error = Setup::new(players).unwrap_err().to_string();
        assert_eq!(error, format!("tongiaki is for 2 to 6 players, not {players}"));
    }
}

/// The player may draw each of the remaining tiles with equal probability, and no other tile.
#[test]
fn t3_the_composition_of_the_deck_is_known() {
    let mut scene = Scene::new(2).ships("tonga", "000 111 ... ... ... ...").chain();
    scene.play("emigrate tonga").play("sail tonga>0");
    let mut all: Vec<_> = Tile::all().skip(1).map(Tile::id).collect();
    all.sort_unstable();
    assert_eq!(scene.drawable(), all);
    scene.draw("water-07"); // asks for four colours: the fleet fails, and the other one sails
    all.retain(|&id| id != "water-07");
    assert_eq!(scene.drawable(), all);
}

#[test]
fn t4_each_player_places_two_ships_in_turn() {
    let mut scene = Scene::new(3);
    for (turn, beach) in [0, 1, 2, 3, 4, 5].into_iter().enumerate() {
        assert_eq!(scene.state.turn(), Turn::Decide(Seat::new(turn % 3)));
        scene.play(&format!("moor tonga:{beach}"));
    }
    scene.assert_turn_of(0);
    assert_eq!(scene.on("tonga"), "0.. 1.. 2.. 0.. 1.. 2..");
    assert_eq!(scene.supplies(), [13, 13, 13]);
    let told = ["0 places 0", "1 places 1", "2 places 2", "0 places 3", "1 places 4", "2 places 5"];
    assert_eq!(scene.told(), told);
}

#[test]
fn t4_every_beach_keeps_a_free_mooring() {
    let mut scene = Scene::new(2);
    let all = [0, 1, 2, 3, 4, 5].map(|beach| format!("moor tonga:{beach}"));
    assert_eq!(scene.options(), all);
    scene.play("moor tonga:4");
    assert_eq!(scene.options(), all);
    scene.play("moor tonga:4");
    let others = [0, 1, 2, 3, 5].map(|beach| format!("moor tonga:{beach}"));
    assert_eq!(scene.options(), others);
    scene.play("moor tonga:0").play("moor tonga:0");
    scene.assert_turn_of(0);
    assert_eq!(scene.on("tonga"), "01. ... ... ... 01. ...");
}

/// Twelve ships are placed, two on each beach; for the last two ships there is no choice.
#[test]
fn t4_six_players_fill_all_but_one_mooring_of_each_beach() {
    let mut scene = Scene::new(6);
    for beach in [0, 0, 1, 1, 2, 2, 3, 3, 4, 4] {
        scene.play(&format!("moor tonga:{beach}"));
    }
    scene.assert_turn_of(0);
    assert_eq!(scene.on("tonga"), "01. 23. 45. 01. 23. 45.");
    assert_eq!(scene.told()[9..], ["3 places 4", "4 places 5", "5 places 5"]);
}

#[test]
fn t5_seat_0_begins_and_turns_go_round() {
    let mut scene = Scene::new(3);
    for beach in 0..6 {
        scene.play(&format!("moor tonga:{beach}"));
    }
    for (seat, beaches) in [(0, "0+1"), (1, "2+3"), (2, "4+5")] {
        scene.assert_turn_of(seat);
        assert_eq!(scene.state.turns_played(), seat as u32);
        scene.play("expand tonga").play(&format!("spread tonga:{beaches}"));
    }
    scene.assert_turn_of(0);
    assert_eq!(scene.on("tonga"), "00. 01. 12. 01. 12. 22.");
    assert!(scene.state.in_deck(tile("samoa")));
}
