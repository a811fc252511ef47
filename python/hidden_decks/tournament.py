"""Tournaments in this process between built-in agents, Python functions and Python classes."""

from __future__ import annotations

import inspect
import itertools
import math
import random
import statistics
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from hidden_decks import _frames, _tables
from hidden_decks._core import Agent, Game, HiddenDecksError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hidden_decks._core import View
    from hidden_decks._frames import Backend

__all__ = ["Tournament", "play_tournament"]


class _Actor(Protocol):
    def act(self, view: View, /) -> int: ...


#: An agent: the spec of a built-in agent; a function of a view, or of a view and a random.Random;
#: or a class whose objects have a method `act` that takes a view.
AnyAgent: TypeAlias = "str | Callable[..., int] | type[_Actor]"

#: Half-width of a 95% interval, in standard errors.
_Z = 1.959963984540054


def play_tournament(
    agents: Sequence[AnyAgent] | Mapping[str, AnyAgent],
    *,
    games: int = 1000,
    game: str | Game = "tongiaki",
    players: int | None = None,
    rules: Mapping[str, Any] | None = None,
    seed: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> Tournament:
    """Play agents against each other and return the results.

    All games of a block have the same deck. A block contains every seat assignment of every matchup,
    so that all agents play equally often on every seat. An agent that raises an exception or chooses
    an illegal action forfeits its game: it is ranked last, and random moves are played for it.

    Args:
        agents: The agents; the keys of a mapping are their labels. Classes and built-in agents are
            instantiated for every game. A function is called with a view, or with a view and a random.Random
            if it takes two arguments.
        games: The total number of games.
        game: A game or its name.
        players: The number of seats, if the game is given by its name; by default the number
            of agents, or the nearest number that the game allows.
        rules: Rule options, if the game is given by its name.
        seed: The master seed. It determines the decks and all random choices.
        progress: A function called after each game with the numbers of played games and of all games.

    Raises:
        HiddenDecksError: If the agents, the game or the number of games are invalid.
    """
    labelled = _labelled(agents)
    table = _table(game, players, rules, len(labelled))
    entrants = [_Entrant(label, agent, table) for label, agent in labelled.items()]
    if not entrants:
        raise HiddenDecksError("a tournament needs agents: name at least one")
    if games < 1:
        raise HiddenDecksError(f"games must be at least 1, not {games}")
    assignments = _assignments(len(entrants), table.num_players)
    result = Tournament(table, [entrant.label for entrant in entrants], len(assignments))
    for number in range(games):
        block, place = divmod(number, len(assignments))
        result.played.append(_play(table, entrants, assignments[place], number, block, seed))
        if progress is not None:
            progress(number + 1, games)
    return result


@dataclass
class _Played:
    """A played game: agents, points and win shares by seat, and the reason of each forfeit."""

    game: int
    block: int
    assignment: tuple[int, ...]
    points: list[int]
    win_shares: list[float]
    decisions: int
    forfeits: dict[int, str]


@dataclass
class Tournament:
    """The results of a tournament.

    Attributes:
        game: The game with its players and rules.
        labels: The agents' labels.
        block_size: The number of games in a block, which share a deck.
    """

    game: Game
    labels: list[str]
    block_size: int
    played: list[_Played] = field(default_factory=list, repr=False)

    def games(self, backend: Backend = "pandas") -> Any:
        """Return a data frame with a row for each game.

        The columns are ``game`` and ``block``, both numbered from 0, ``decisions``, and ``forfeits``. The
        latter is a text such as ``1: ZeroDivisionError: division by zero``, with an entry for each
        forfeiting seat, separated by ``|``.
        """
        columns: dict[str, list[Any]] = {
            "game": [played.game for played in self.played],
            "block": [played.block for played in self.played],
            "decisions": [played.decisions for played in self.played],
            "forfeits": [
                "|".join(f"{seat}: {why}" for seat, why in sorted(played.forfeits.items()))
                for played in self.played
            ],
        }
        return _frames.frame(columns, backend)

    def seats(self, backend: Backend = "pandas") -> Any:
        """Return a data frame with a row for each seat of each game.

        The columns are ``game``, ``block``, ``seat``, ``agent``, ``points`` and ``win_share``.
        """
        rows = [
            (played, seat, self.labels[agent])
            for played in self.played
            for seat, agent in enumerate(played.assignment)
        ]
        columns: dict[str, list[Any]] = {
            "game": [played.game for played, _, _ in rows],
            "block": [played.block for played, _, _ in rows],
            "seat": [seat for _, seat, _ in rows],
            "agent": [label for _, _, label in rows],
            "points": [played.points[seat] for played, seat, _ in rows],
            "win_share": [played.win_shares[seat] for played, seat, _ in rows],
        }
        return _frames.frame(columns, backend)

    def summary(self, backend: Backend = "pandas") -> Any:
        """Return a data frame with a row for each agent.

        The columns are ``agent``, ``games``, ``win_share`` (mean per seat), ``ci_low`` and ``ci_high``
        (ends of its 95% interval: normal, computed from blocks), ``expected`` (win share of equal agents),
        ``points`` (mean per seat), and ``forfeits``. The interval is missing with fewer than two blocks.
        """
        rows = [self._row(agent) for agent in range(len(self.labels))]
        return _frames.frame({name: [row[name] for row in rows] for name in rows[0]}, backend)

    def _row(self, agent: int) -> dict[str, Any]:
        blocks: dict[int, list[float]] = {}
        points: list[int] = []
        games = forfeits = 0
        for played in self.played:
            seats = [seat for seat, one in enumerate(played.assignment) if one == agent]
            games += bool(seats)
            forfeits += any(seat in played.forfeits for seat in seats)
            shares = blocks.setdefault(played.block, [])
            shares += [played.win_shares[seat] for seat in seats]
            points += [played.points[seat] for seat in seats]
        counts = [len(shares) for shares in blocks.values()]
        sums = [sum(shares) for shares in blocks.values()]
        mean = sum(sums) / sum(counts) if sum(counts) else None
        low, high = _interval(sums, counts)
        return {
            "agent": self.labels[agent],
            "games": games,
            "win_share": mean,
            "ci_low": low,
            "ci_high": high,
            "expected": 1 / self.game.num_players,
            "points": statistics.fmean(points) if points else None,
            "forfeits": forfeits,
        }


def _interval(sums: list[float], counts: list[int]) -> tuple[float | None, float | None]:
    """Return the 95% interval of a ratio of sums over blocks, by the delta method."""
    number, total = len(sums), sum(counts)
    if number < 2 or total == 0:
        return None, None
    mean = sum(sums) / total
    residuals = [one - mean * count for one, count in zip(sums, counts, strict=True)]
    variance = sum(residual**2 for residual in residuals) * number / (number - 1)
    half = _Z * math.sqrt(variance) / total
    return max(0.0, mean - half), min(1.0, mean + half)


class _Entrant:
    """A participant, which creates a player for each seat of a game."""

    def __init__(self, label: str, agent: AnyAgent, table: Game) -> None:
        self.label = label
        self.agent = agent
        self.table = table
        self.with_rng = False
        self.needs_seed = isinstance(agent, str)
        if isinstance(agent, str):
            Agent(agent, table)
        elif isinstance(agent, type):
            if not callable(getattr(agent, "act", None)):
                raise HiddenDecksError(f"the class {agent.__name__} has no method act(view)")
        elif callable(agent):
            self.with_rng = self.needs_seed = _takes_two(agent)
        else:
            raise HiddenDecksError(
                f"an agent is a spec, a function or a class, not {type(agent).__name__}"
            )

    def seated(self, seed: int) -> Callable[[View], int]:
        """Return a function that chooses the actions of a seat in one game."""
        if isinstance(self.agent, str):
            return Agent(self.agent, self.table, seed=seed).act
        if isinstance(self.agent, type):
            actor: _Actor = self.agent()
            return actor.act
        if self.with_rng:
            function, rng = self.agent, random.Random(seed)
            return lambda view: function(view, rng)
        return self.agent


def _takes_two(function: Callable[..., int]) -> bool:
    try:
        inspect.signature(function).bind(None, None)
    except (TypeError, ValueError):
        return False
    return True


def _labelled(agents: Sequence[AnyAgent] | Mapping[str, AnyAgent]) -> dict[str, AnyAgent]:
    """Return agents by label. Equal names are numbered: ``random``, ``random#2``."""
    if isinstance(agents, str):
        raise HiddenDecksError("agents is a list or a mapping: put the spec into a list")
    if not isinstance(agents, (list, tuple)):
        return dict(agents)  # type: ignore[arg-type]
    labelled: dict[str, AnyAgent] = {}
    seen: Counter[str] = Counter()
    for agent in agents:
        name = agent if isinstance(agent, str) else getattr(agent, "__name__", type(agent).__name__)
        seen[name] += 1
        labelled[name if seen[name] == 1 else f"{name}#{seen[name]}"] = agent
    return labelled


def _table(
    game: str | Game, players: int | None, rules: Mapping[str, Any] | None, agents: int
) -> Game:
    table = _tables.lay(game, players, rules)
    if isinstance(game, str) and players is None:
        # Use as many seats as agents, within the range that the game allows.
        for seats in range(table.num_players + 1, agents + 1):
            try:
                table = _tables.lay(game, seats, rules)
            except HiddenDecksError:
                break
    return table


def _assignments(agents: int, players: int) -> list[tuple[int, ...]]:
    """Return all seat assignments of a block."""
    if agents > players:
        matchups: Iterator[tuple[int, ...]] = itertools.combinations(range(agents), players)
    else:
        every = set(range(agents))
        repeated = itertools.combinations_with_replacement(range(agents), players)
        matchups = (matchup for matchup in repeated if set(matchup) == every)
    seatings = (sorted(set(itertools.permutations(matchup))) for matchup in matchups)
    return list(itertools.chain.from_iterable(seatings))


def _seed(*path: int) -> int:
    """Return the seed at a path in the tree of seeds."""
    return random.Random(repr(path)).getrandbits(64)


def _play(
    table: Game,
    entrants: list[_Entrant],
    assignment: tuple[int, ...],
    number: int,
    block: int,
    seed: int,
) -> _Played:
    """Play one game of the tournament."""
    state = table.new_state(_seed(seed, block))
    seats: list[Callable[[View], int]] = []
    forfeits: dict[int, str] = {}
    for seat, agent in enumerate(assignment):
        entrant = entrants[agent]
        try:
            seats.append(entrant.seated(_seed(seed, block, seat) if entrant.needs_seed else 0))
        except Exception as error:
            seats.append(_nobody)
            forfeits[seat] = _cause(error)
    substitute: random.Random | None = None
    decisions = 0
    player = state.current_player()
    while player >= 0:
        decisions += 1
        if player in forfeits:
            substitute = substitute or random.Random(_seed(seed, block, player))
            state.step(substitute.getrandbits(32))
        else:
            try:
                state.apply(seats[player](state.view(player)))
            except Exception as error:
                forfeits[player] = _cause(error)
        player = state.current_player()
    outcome = state.outcome()
    shares = outcome["win_shares"]
    if forfeits:
        shares = _shares(outcome["ranks"], forfeits)
    return _Played(number, block, assignment, outcome["points"], shares, decisions, forfeits)


def _nobody(view: View) -> int:
    """Substitute for an agent that could not be created. It has forfeited, so this is never called."""
    raise NotImplementedError


def _cause(error: Exception) -> str:
    """Return the last line of a traceback, shortened to fit into a table cell."""
    text = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return " ".join(text.replace("|", "/").split())[:160]


def _shares(ranks: list[int], forfeits: Mapping[int, str]) -> list[float]:
    """Return the win shares when seats that forfeited are ranked behind all others."""
    others = [rank for seat, rank in enumerate(ranks) if seat not in forfeits]
    if not others:
        return [1 / len(ranks)] * len(ranks)
    best = min(others)
    is_winner = [rank == best and seat not in forfeits for seat, rank in enumerate(ranks)]
    return [winner / sum(is_winner) for winner in is_winner]
