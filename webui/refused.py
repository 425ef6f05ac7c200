"""Sentences that come from below in English, said in the language of the page.

The engine and the store speak one language; a sentence of theirs that people at a table can meet is known
here by its form.  One that is not known is said by what kind of trouble it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from webui.words import Words

FORMS: Mapping[str, re.Pattern[str]] = {
    "too_few_tiles": re.compile(r"(?P<players>\d+) players cannot take (?P<each>\d+) tiles each of (?P<all>\d+)"),
    "agree_hand_size": re.compile(
        r"(?P<players>\d+) players of Block agree how many tiles each takes, at most hand_size=(?P<most>\d+)"
    ),
    "block_takes": re.compile(
        r"(?P<players>\d+) players of Block take (?P<wanted>.+) tiles each, not (?P<each>\d+)"
    ),
    "partners_four": re.compile(r"partners=on needs four players"),
    "draw_game": re.compile(r"the draw game is for 3, 4 or 5 players; two can play with two_players=7"),
    "opening_max": re.compile(
        r"opening_max=84 is for six and eight players; four open with one mark or two"
    ),
    "min_bid": re.compile(r"min_bid=(?P<bid>\d+) is more than the (?P<all>\d+) points of a hand"),
    "specials_88": re.compile(r"specials_88=on is for the profile 88_6p"),
    "six_set_four": re.compile(r"a double-six set is for four players at most, not (?P<players>\d+)"),
    "not_for": re.compile(r"(?P<game>.+) is for (?P<numbers>[\d or,]+) players?, not (?P<players>\d+)"),
    "rule_unknown": re.compile(r"(?P<rule>\w+)=(?P<value>\S*) is not known; .*"),
    "rule_twice": re.compile(
        r"(?P<one>\w+=\S+) and (?P<other>\w+=\S+) cannot be kept together; name \w+ once"
    ),
    "no_such_game": re.compile(r"there is no game (?P<number>\d+) here"),
    "disk": re.compile(r"(cannot (write|open|read) .+|.+ cannot be written .+); nothing (already recorded is lost|was changed)"),
}  # fmt: skip


def in_words(words: Words, sentence: str, otherwise: str) -> str:
    """*sentence* (English, without its full stop) in the language of *words*.

    A sentence of no known form stays as it is in English, and elsewhere gives way to the error *otherwise*.
    """
    if words.language == "en":
        return f"{sentence.rstrip('.')}."
    for key, form in FORMS.items():
        found = form.fullmatch(sentence.rstrip("."))
        if found is not None:
            facts = {
                name: value.replace(" or ", str(words.catalogue["or"]))
                for name, value in found.groupdict().items()
            }
            return words.say("refusals", key, **facts)
    return words.error(otherwise)
