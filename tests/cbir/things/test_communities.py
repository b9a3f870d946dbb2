from cbir.things.communities import communities, most_central
from cbir.things.pairs import Pair


def pairs(*names):
    """Pairs of letters with falling numbers of points: "ab", "bc"."""
    return [Pair(*sorted(name), 100 - at, 0.5) for at, name in enumerate(names)]


def test_chains_of_pairs_are_one_community():
    assert communities(pairs("ab", "bc", "cd")) == [{"a", "b", "c", "d"}]


def test_photos_without_a_pair_are_in_no_community():
    assert communities(pairs("ab", "cd"), together=[("x", "x")]) == [{"a", "b"}, {"c", "d"}]


def test_a_photo_of_two_things_does_not_join_them():
    """A picture of both covers pairs with every photo of each, by fewer points than these have with one another."""
    both = pairs("ab", "bc", "ac", "de", "ef", "df", "ax", "xd")
    assert communities(both) == [{"a", "b", "c", "x"}, {"d", "e", "f"}]


def test_communities_join_by_several_of_their_photos():
    assert communities(pairs("ab", "bc", "de", "ef", "ad", "be", "cf")) == [set("abcdef")]


def test_pairs_that_wait_join_as_soon_as_there_are_enough():
    """Two communities of two photos join by two photos of each; the first pair waits for the second."""
    assert communities(pairs("ab", "cd", "ac", "bd")) == [set("abcd")]


def test_a_person_joins_what_shares_no_points():
    assert communities(pairs("ab", "cd"), together=[("a", "c")]) == [set("abcd")]


def test_a_person_parts_what_shares_points():
    assert communities(pairs("ab", "bc", "ac"), apart=[("a", "c"), ("b", "c")]) == [{"a", "b"}]


def test_named_things_stay_two():
    joined = pairs("ab", "cd", "ac", "bd")
    assert communities(joined, names={"a": 1, "b": 1, "c": 2, "d": 2}) == [{"a", "b"}, {"c", "d"}]


def test_order_of_pairs_does_not_matter():
    every = pairs("ab", "bc", "cd", "ef", "fa", "xy", "ya")
    assert communities(every) == communities(every[::-1])


def test_the_most_central_photo_shares_most_with_the_others():
    star = pairs("ma", "mb", "mc", "md", "ab")
    assert most_central(set("mabcd"), star) == "m"


def test_agreement_counts_beside_points():
    wide, narrow = Pair("a", "b", 50, 0.9), Pair("c", "d", 60, 0.1)
    assert most_central(set("abcd"), [wide, narrow, Pair("a", "c", 10, 0.1)]) == "a"
