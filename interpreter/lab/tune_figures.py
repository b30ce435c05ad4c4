"""What a search for settings came to, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from rulewright.interpreter.lab.certainty import Estimate
from rulewright.interpreter.lab.figures import in_words, wrapped
from rulewright.interpreter.lab.tournament_figures import estimate_json
from rulewright.interpreter.lab.tune import Finalist, Tuning
from rulewright.interpreter.words.sentences import counted

MOST_SHOWN = 10


def as_text(title: str, result: Tuning) -> str:
    """A report to read."""
    figure, tried = result.goal.figure, len(result.trials)
    finalists = (("best", result.winner), ("as it is", result.now), ("runner-up", result.runner_up))
    rows = [(name, one) for name, one in finalists if one is not None]
    width = max(len(settings_text(one.settings)) for one in result.trials)
    how = "all there are" if result.whole else "as optuna proposed them"
    told = (
        f"{counted(tried, 'setting')} tried, {how}, {counted(result.games, 'game')} each "
        f"with the same deals, seed {result.seed}."
        + (f" {result.unplayable} more cannot be played." if result.unplayable else "")
    )
    lines = [
        f"{title}, {counted(result.players, 'player')}: {', '.join(dict.fromkeys(result.bots))}",
        f"Goal: {result.goal.text}.",
        "",
        *wrapped([told]),
        *(
            f"  {settings_text(one.settings):<{width}}  {figure.text(one.value):>8}"
            for one in result.trials[:MOST_SHOWN]
        ),
        *([f"  and {tried - MOST_SHOWN} more"] if tried > MOST_SHOWN else []),
        "",
        f"Played once more, {counted(result.fresh_games, 'game')} each with fresh deals:",
        *(
            f"  {settings_text(one.settings):<{width}}  {figure.text(one.value.value):>8}  "
            f"{_interval(one.value, result)}  {name}"
            for name, one in rows
        ),
        "",
        *wrapped(in_plain_words(result)),
        "Intervals hold the true figure in 95 of 100 runs.",
    ]
    return "\n".join(lines)


def settings_text(settings: Mapping[str, str]) -> str:
    """Settings as somebody would write them."""
    return ", ".join(f"{name} = {value}" for name, value in settings.items())


def _interval(one: Estimate, result: Tuning) -> str:
    figure = result.goal.figure
    return f"{f'({figure.text(one.low)} to {figure.text(one.high)})':<18}"


def in_plain_words(result: Tuning) -> Iterator[str]:
    """What is better than the rules as they are, and how sure that is."""
    if result.winner is None:
        yield "Nothing that was tried came nearer to the goal than the rules as they are."
    for one in (result.winner, result.runner_up):
        if one is not None:
            yield _verdict(one, result)


def _verdict(one: Finalist, result: Tuning) -> str:
    name = settings_text(one.settings)
    assert one.gain is not None
    if one.beyond_noise:
        how = "nearer to" if one.gain.value > 0 else "further from"
        text = f"{name} is {how} the goal than the rules as they are, beyond noise"
    elif one.gain.value == 0:
        return f"{name} makes no difference that these games show."
    else:
        text = f"Between {name} and the rules as they are is no difference beyond noise"
    figure, gain = result.goal.figure, one.gain
    text += f": by {figure.text(gain.value)}, between {figure.text(gain.low)} and {figure.text(gain.high)}."
    if one.games_to_tell is not None:
        text += f" About {_rounded(one.games_to_tell):,} games would tell."
    return text


def _rounded(number: int) -> int:
    """To two digits."""
    unit = int(10 ** max(0, len(str(number)) - 2))
    return -(-number // unit) * unit


def as_json(game: str, result: Tuning) -> str:
    """All numbers, for a program; none is rounded."""
    return json.dumps(
        {
            "game": game,
            "goal": {
                "name": result.goal.figure.name,
                "meaning": result.goal.figure.meaning,
                "wanted": result.goal.figure.wanted if result.goal.low is None else "range",
                "low": result.goal.low,
                "high": result.goal.high,
            },
            "players": result.players,
            "bots": list(result.bots),
            "seed": result.seed,
            "games": result.games,
            "games_failed": in_words(result.failed),
            "all_tried": result.whole,
            "unplayable": result.unplayable,
            "trials": [{"settings": dict(one.settings), "value": one.value} for one in result.trials],
            "fresh_games": result.fresh_games,
            "now": _finalist(result.now),
            "winner": None if result.winner is None else _finalist(result.winner),
            "runner_up": None if result.runner_up is None else _finalist(result.runner_up),
        },
        ensure_ascii=False,
        indent=2,
    )


def _finalist(one: Finalist) -> dict[str, object]:
    return {
        "settings": dict(one.settings),
        "value": estimate_json(one.value),
        "gain": None if one.gain is None else estimate_json(one.gain),
        "beyond_noise": one.beyond_noise,
        "games_to_tell": one.games_to_tell,
    }
