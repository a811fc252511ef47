#!/usr/bin/env python3
"""Collects puzzles for the page: positions in a run's games with exactly one good move.

    python3 web/collect_puzzles.py RUN --agent mcts:iterations=1000 --solvers greedy mcts --out puzzles.txt

A line has the game up to and with the good move, as in links; the lead of the move in percentage points; and for each
solver a digit, 1 if it finds the move. The same arguments give the same file. Needs the Python package.
"""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from random import Random

from hidden_decks import Agent, open_run

SEARCHES = 3  # with different random numbers, which must agree
FEWEST_MOVES = 3
LEAST_LEAD = 0.1  # over every other move, as for a brilliant move
ARRANGING = ("land", "give_back")  # people make all moves of such a phase as one choice


def only_good_move(agent, view):
    """The only good move and its lead; None if there are others, or if the search has not tried all moves."""
    chosen = agent.act(view)
    table = agent.search_table()
    tried = sum(visits > 0 for visits, _ in table.values())
    if tried < len(view.legal_actions()) or max(table, key=lambda action: table[action]) != chosen:
        return None
    lead = table[chosen][1] - max(value for action, (_, value) in table.items() if action != chosen)
    return (chosen, lead) if lead >= LEAST_LEAD else None


def puzzles(run, index, options):
    """The number of decisions in a game and those with one good move, and the puzzles: link, lead, who solves it."""
    decisions, candidates, found = 0, 0, []
    for place, state in enumerate(run.positions(index)):
        view = state.view() if state.current_player() >= 0 else None
        if view is None or len(view.legal_actions()) < FEWEST_MOVES or view.describe().get("phase") in ARRANGING:
            continue
        decisions += 1
        rng, good, leads = Random(f"{options.seed} {index} {place}"), None, []
        while len(leads) < SEARCHES:
            one = only_good_move(Agent(options.agent, seed=rng), view)
            if one is None or good not in (None, one[0]):
                break
            good = one[0]
            leads.append(one[1])
        candidates += good is not None
        link = run.link(index, place, good) if len(leads) == SEARCHES else None
        if link is not None:
            solved = [Agent(solver, seed=rng).act(view) == good for solver in options.solvers]
            found.append((link, sum(leads) / SEARCHES, solved))
    return decisions, candidates, found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", help="folder of a run with records")
    parser.add_argument("--agent", default="mcts", help="search that finds the good moves")
    parser.add_argument("--solvers", nargs="*", default=[], help="agents that try to solve every puzzle, weakest first")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random numbers")
    parser.add_argument("--out", required=True, help="file to create for the puzzles")
    options = parser.parse_args()
    run = open_run(options.run)
    known = {}
    with open(options.out, "x") as out, ThreadPoolExecutor(os.cpu_count()) as pool:
        games = list(pool.map(lambda index: puzzles(run, index, options), range(sum(1 for _ in run.records()))))
        for link, lead, solved in (puzzle for _, _, found in games for puzzle in found):
            if known.setdefault(link, solved) is solved:
                print(f"{link} {100 * lead:.0f} {''.join(str(int(one)) for one in solved)}".rstrip(), file=out)
    decisions, candidates = (sum(game[part] for game in games) for part in (0, 1))
    confirmed = sum(len(found) for _, _, found in games)
    print(f"decisions {decisions}, one good move {candidates}, confirmed {confirmed}, puzzles {len(known)}")
    for solver, found in zip(options.solvers, zip(*known.values())):
        print(f"{solver}: solves {sum(found) / len(found):.1%}")


if __name__ == "__main__":
    main()
