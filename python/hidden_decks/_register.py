"""Registers the games in Gymnasium. The package's entry point calls this when ``gymnasium`` is imported."""

from __future__ import annotations

from hidden_decks._core import GAMES


def register() -> None:
    """Register ``hidden_decks/Tongiaki-v0`` and so on, also with the name of the game in small letters."""
    from gymnasium.envs import registration

    for game in GAMES:
        for name in (game.capitalize(), game):
            if f"hidden_decks/{name}-v0" not in registration.registry:
                registration.register(
                    id=f"hidden_decks/{name}-v0",
                    entry_point="hidden_decks.gymnasium:LearnerEnv",
                    vector_entry_point="hidden_decks.gymnasium:LearnerVectorEnv",
                    kwargs={"game": game},
                    disable_env_checker=True,
                )
