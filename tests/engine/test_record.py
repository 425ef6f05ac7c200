"""Who sits where, and what the tags say."""

import pytest

from engine.record import Record, Seating, new_record


@pytest.mark.parametrize(
    ("text", "letters", "names"),
    [
        ("N=Nancy E=Ella", "NE", ("Nancy", "Ella")),
        ("N E S W", "NESW", ("N", "E", "S", "W")),
        ("a=Ann Lee  b=", "ab", ("Ann Lee", "")),
        ("", "", ()),
    ],
)
def test_a_seating_is_read(text, letters, names):
    seating = Seating.of(text)
    assert seating.letters == tuple(letters)
    assert seating.names == names
    assert len(seating) == len(letters)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Nancy E=Ella", "a seat is a letter and a name, as in N=Nancy, not 'Nancy'"),
        ("NE=Nancy", "a seat is one letter, not 'NE'"),
        ("1=Nancy", "a seat is one letter, not '1'"),
        ("N=Nancy N=Ned", "each seat needs its own letter, not N N"),
        ("N=a=b", "a name is plain words without '=', not 'a=b'"),
    ],
)
def test_a_seating_that_cannot_be_says_why(text, why):
    with pytest.raises(ValueError, match=f"^{why}"):
        Seating.of(text)


@pytest.mark.parametrize("names", [("Nancy",), ("Nancy", "Ella\n"), ("Nancy", " Ella")])
def test_a_name_is_one_line_of_plain_words_for_each_seat(names):
    with pytest.raises(ValueError, match="name"):
        Seating(("N", "E"), names)


def test_seats_and_sides_have_names():
    seating = Seating.of("N=Nancy E=Ella S=Steve W=Will")
    assert seating.seat("S") == 2
    assert seating.side_names(2) == ("NS", "EW")
    assert seating.side_names(4) == ("N", "E", "S", "W")
    with pytest.raises(ValueError, match="Q"):
        seating.seat("Q")


def test_tags_are_looked_up_and_set():
    record = new_record("block", Seating.of("A B"), Options="hand_size=5 target=50")
    assert (record.game, record.profile, record.options) == ("block", None, ("hand_size=5", "target=50"))
    assert record.tagged("Game", "five_up").tags[1] == ("Game", "five_up")
    assert record.tagged("Place", "Oslo").tag("Place") == "Oslo"
    assert record.last == 0


@pytest.mark.parametrize(
    ("tags", "highest"),
    [
        ((("Set", "double-nine"),), 9),
        ((("Set", "2x double-six"),), 6),
        ((("Game", "mexican_train"),), 12),
        ((("Game", "mexican_train"), ("Set", "marked ones")), 12),
        ((), 6),
    ],
)
def test_the_highest_end_is_told_by_the_set_or_the_game(tags, highest):
    assert Record(tags).highest == highest
