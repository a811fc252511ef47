use super::*;
use rand::RngExt;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

fn matchups(agents: usize, players: usize) -> Vec<Vec<usize>> {
    let design = Schedule::new(agents, players, Grouping::Auto).unwrap();
    let matchup = |matchup: &Matchup| {
        let seats = matchup.agents.iter().zip(&design.kinds[matchup.kind].seats);
        seats.flat_map(|(&agent, &count)| std::iter::repeat_n(agent, count)).collect()
    };
    design.matchups.iter().map(matchup).collect()
}

#[test]
fn fewer_agents_than_seats_make_multisets_with_all_of_them() {
    assert_eq!(matchups(1, 3), [[0, 0, 0]]);
    assert_eq!(matchups(2, 3), [[0, 0, 1], [0, 1, 1]]);
    assert_eq!(matchups(3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
    assert_eq!(matchups(3, 6).len(), 10);
}

#[test]
fn as_many_agents_as_seats_make_one_matchup() {
    assert_eq!(matchups(4, 4), [[0, 1, 2, 3]]);
}

#[test]
fn more_agents_than_seats_make_subsets() {
    assert_eq!(matchups(3, 2), [[0, 1], [0, 2], [1, 2]]);
    assert_eq!(matchups(8, 6).len(), 28);
}

#[test]
fn absurd_numbers_of_matchups_are_refused() {
    let error = Schedule::new(60, 6, Grouping::Auto).unwrap_err();
    let sentence = "60 agents on 6 seats make more than 100000 matchups: list fewer agents";
    assert_eq!(error.to_string(), sentence);
}

#[test]
fn in_every_block_every_agent_sits_on_every_seat_equally_often() {
    for (agents, players) in
        [(1, 2), (2, 2), (2, 3), (2, 6), (3, 4), (3, 6), (5, 5), (6, 6), (7, 5)]
    {
        let design = Schedule::new(agents, players, Grouping::Auto).unwrap();
        let mut block = vec![vec![0; players]; agents];
        let mut matchup = BTreeSet::new();
        for scheduled in design.games_from(0).take(3000) {
            for (seat, &agent) in scheduled.assignment.iter().enumerate() {
                block[agent][seat] += 1;
            }
            matchup.insert(scheduled.matchup);
            if scheduled.left_in_block == 0 {
                let balanced = |seats: &Vec<i32>| seats.iter().all(|&count| count == seats[0]);
                assert!(block.iter().all(balanced), "{agents} on {players}: {block:?}");
                assert_eq!(matchup.len(), 1, "a block has one matchup");
                block = vec![vec![0; players]; agents];
                matchup.clear();
            }
        }
    }
}

#[test]
fn after_a_round_all_matchups_have_played_equally_often_and_in_all_assignments() {
    // AAAB and ABBB have 4 seat assignments, AABB has 6: in a round, each matchup plays 12 games.
    let design = Schedule::new(2, 4, Grouping::Auto).unwrap();
    let mut games = [0; 3];
    let mut assignments = BTreeSet::new();
    for scheduled in design.games_from(0).take(36) {
        games[scheduled.matchup] += 1;
        assignments.insert(scheduled.assignment);
    }
    assert_eq!(games, [12, 12, 12]);
    assert_eq!(assignments.len(), 4 + 6 + 4);

    let all: BTreeSet<_> = Schedule::new(6, 6, Grouping::Auto)
        .unwrap()
        .games_from(0)
        .take(720)
        .map(|s| s.assignment)
        .collect();
    assert_eq!(all.len(), 720);
}

#[test]
fn a_sentence_describes_the_design() {
    let sentence =
        |agents, players| Schedule::new(agents, players, Grouping::Auto).unwrap().to_string();
    assert_eq!(
        sentence(2, 2),
        "1 matchup; a block is one deck with all seat assignments of a matchup"
    );
    assert_eq!(
        sentence(3, 6),
        "10 matchups in turn; a block is one deck with all seat assignments of a matchup, or a Williams \
         Latin square of them in turn"
    );
}

#[test]
fn every_grouping_balances_the_seats_and_plays_every_assignment_once() {
    for grouping in [Grouping::Auto, Grouping::Williams, Grouping::Cyclic, Grouping::All] {
        for seats in [&[1, 1][..], &[2, 1], &[2, 2], &[1, 1, 1], &[2, 2, 1], &[1; 5], &[3, 1, 1, 1]]
        {
            let groups = grouping.groups(seats);
            for group in &groups {
                for agent in 0..seats.len() {
                    let on = |seat: usize| group.iter().filter(|row| row[seat] == agent).count();
                    assert!((1..group[0].len()).all(|seat| on(seat) == on(0)), "{group:?}");
                }
            }
            let all: Vec<_> = groups.concat();
            let different: BTreeSet<_> = all.iter().collect();
            assert_eq!(
                (different.len(), all.len()),
                (all.len(), Grouping::All.groups(seats)[0].len())
            );
        }
    }
    assert_eq!(Grouping::Cyclic.groups(&[1; 4]).len(), 6);
    assert_eq!(Grouping::Williams.groups(&[1; 3]).len(), 1);
}

#[test]
fn games_go_on_with_the_next_whole_block() {
    let design = Schedule::new(2, 4, Grouping::Auto).unwrap();
    let all: Vec<_> = design.games_from(0).take(60).collect();
    for from in 0..30 {
        let first = all.iter().position(|s| {
            s.game >= from && (s.game == 0 || all[s.game as usize - 1].left_in_block == 0)
        });
        let first = first.unwrap();
        assert!(design.games_from(from).take(20).eq(all[first..first + 20].iter().cloned()));
    }
}

#[test]
fn games_and_blocks_are_numbered() {
    let design = Schedule::new(2, 2, Grouping::Auto).unwrap();
    let numbers: Vec<_> =
        design.games_from(0).take(3).map(|s| (s.game, s.block, s.left_in_block)).collect();
    assert_eq!(numbers, [(0, 0, 1), (1, 0, 0), (2, 1, 1)]);
    assert_eq!(design.block_size(), 2);
}

/// Generates the blocks one after the other by the definition of the schedule: the next block belongs to the first matchup with
/// the fewest games so far.
fn walk(design: &Schedule) -> impl Iterator<Item = ScheduledGame> {
    let fresh = (0..design.matchups.len()).map(|matchup| Reverse((0, matchup, 0)));
    let mut due: BinaryHeap<_> = fresh.collect();
    let (mut game, mut block) = (0, 0);
    let blocks = iter::from_fn(move || {
        let Reverse((games, matchup, blocks)) = due.pop()?;
        let Matchup { agents, kind } = &design.matchups[matchup];
        let groups = &design.kinds[*kind].groups;
        let group = &groups[blocks % groups.len()];
        let size = group.len() * design.repeats.get() as usize;
        due.push(Reverse((games + size, matchup, blocks + 1)));
        let scheduled = |place: usize| ScheduledGame {
            game: game + place as u64,
            block,
            matchup,
            assignment: group[place % group.len()].iter().map(|&agent| agents[agent]).collect(),
            repeat: (place / group.len()) as u64,
            left_in_block: size - 1 - place,
        };
        let games: Vec<_> = (0..size).map(scheduled).collect();
        game += size as u64;
        block += 1;
        Some(games)
    });
    blocks.flatten()
}

/// Schedules with one matchup and with many, with one group and with many, with blocks of one size and of several sizes, and with
/// and without repeats.
fn designs() -> impl Iterator<Item = Schedule> {
    let groupings = [Grouping::Auto, Grouping::Williams, Grouping::Cyclic, Grouping::All];
    let sizes = (1..=8).flat_map(|agents| (1..=6).map(move |players| (agents, players)));
    sizes.flat_map(move |(agents, players)| {
        groupings.map(|grouping| {
            let repeats = Repeats::try_from(1 + (agents + players) as u64 % 3).unwrap();
            Schedule::new(agents, players, grouping).unwrap().repeated(repeats)
        })
    })
}

/// Returns the number of games after which the schedule repeats itself.
fn games_of_a_round(design: &Schedule) -> u64 {
    let rounds = design.kinds.iter().map(|kind| kind.groups.iter().map(Vec::len).sum::<usize>());
    let common = rounds.reduce(|a, b| (a..).step_by(a).find(|all| all.is_multiple_of(b)).unwrap());
    (common.unwrap() * design.matchups.len()) as u64 * design.repeats.get()
}

#[test]
fn the_sequence_is_that_of_the_walk() {
    for design in designs() {
        assert!(design.games_from(0).take(2500).eq(walk(&design).take(2500)), "{design:?}");
    }
}

#[test]
fn the_sequence_begins_anywhere_as_the_walk_does() {
    let mut random = engine::Seed::new(5).rng();
    for design in designs() {
        for _ in 0..20 {
            let from = random.random_range(0..2000_u64);
            let mut block = None;
            let begins = |game: &ScheduledGame| block.replace(game.block) != Some(game.block);
            let is_due = |game: &ScheduledGame| game.game >= from;
            let mut begins = walk(&design).filter(begins).filter(is_due);
            let first = begins.next().unwrap().game as usize;
            let walked = walk(&design).skip(first).take(50);
            assert!(design.games_from(from).take(50).eq(walked), "{design:?} from {from}");
        }
    }
}

#[test]
fn far_games_are_those_of_the_first_rounds() {
    let mut random = engine::Seed::new(6).rng();
    for design in designs() {
        let size = games_of_a_round(&design);
        let blocks = design.games_from(0).nth(size as usize).unwrap().block;
        for _ in 0..5 {
            let rounds = random.random_range(0..=(u64::MAX - 3000) / size - 1);
            let from = random.random_range(0..size);
            let near = design.games_from(from).take(50);
            let shifted = near.map(|near| ScheduledGame {
                game: near.game + rounds * size,
                block: near.block + rounds * blocks,
                ..near
            });
            let far = design.games_from(from + rounds * size).take(50);
            assert!(far.eq(shifted), "{design:?} from {from} after {rounds} rounds");
        }
    }
}

#[test]
fn the_sequence_ends_where_numbers_do() {
    for design in designs() {
        let size = design.block_size() as u64;
        let from = u64::MAX - 4 * size;
        let games: Vec<_> = design.games_from(from).collect();
        assert_eq!(games.last().unwrap().game, u64::MAX - 1, "{design:?}");
        assert!(games.windows(2).all(|pair| pair[0].game + 1 == pair[1].game), "{design:?}");
        assert!(design.games_from(u64::MAX).next().is_none());
    }
}

#[test]
fn large_schedules_begin_anywhere() {
    let design = Schedule::new(31, 4, Grouping::Williams).unwrap();
    assert_eq!(design.matchups.len(), 31_465);
    let size = games_of_a_round(&design);
    let from = size * 1_000_000_000 + 4 * 17;
    let game = design.games_from(from).next().unwrap();
    assert_eq!((game.game, game.matchup, game.left_in_block), (from, 17, 3));
    // Numbers of agents that are far too large to list must be refused quickly.
    assert!(Schedule::new(usize::MAX, 2, Grouping::Auto).is_err());
    assert!(Schedule::new(usize::MAX, usize::MAX - 1, Grouping::Auto).is_err());
}
