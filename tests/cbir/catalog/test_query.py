"""The query syntax: what a text means, and that no text at all can break it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cbir.base.errors import QueryUnusable
from cbir.catalog import FIELDS, And, Not, Or, Words, is_words, parse_query
from cbir.catalog.conditions import compile_query
from cbir.catalog.query import EVERYTHING, MAX_QUERY, Comparison, read_date


def words(text, *, prefix=True, stemmed=True, field=None):
    return Words(text=text, prefix=prefix, stemmed=stemmed, field=field)


LISBON, TRAM = words("lisbon"), words("tram")
NO_LISBON, NO_TRAM = words("lisbon", prefix=False), words("tram", prefix=False)
FUJI = Comparison(field="camera", operator="=", value="fuji")


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("lisbon ", LISBON),
        ("lisbon", LISBON),
        ("lis*", words("lis*", stemmed=False)),
        ("lis* tram ", And(nodes=(words("lis*", stemmed=False), TRAM))),
        ("l tram", And(nodes=(words("l", prefix=False), TRAM))),
        ('"rua augusta"', words("rua augusta", prefix=False, stemmed=False)),
        ('"rua augusta', words("rua augusta", prefix=False, stemmed=False)),
        ("lisbon tram ", And(nodes=(LISBON, TRAM))),
        ("lisbon, tram!", And(nodes=(LISBON, TRAM))),
        ("«lisbon» …", LISBON),
        ("lisbon AND tram ", And(nodes=(LISBON, TRAM))),
        ("lisbon OR tram ", Or(nodes=(LISBON, TRAM))),
        ("lisbon or ", And(nodes=(LISBON, words("or")))),
        ("lisbon NOT tram", And(nodes=(LISBON, Not(node=NO_TRAM)))),
        ("lisbon -tram", And(nodes=(LISBON, Not(node=NO_TRAM)))),
        ("-(lisbon OR tram)", Not(node=Or(nodes=(NO_LISBON, NO_TRAM)))),
        ("-(lisbon -tram)", Not(node=And(nodes=(NO_LISBON, Not(node=TRAM))))),
        ("NOT NOT tram ", TRAM),
        ("camera:fuji", FUJI),
        ("CAMERA:fuji", FUJI),
        ("-camera:fuji", Not(node=FUJI)),
        ('camera:"fuji"', FUJI),
        ("camera:fuji OR tram ", Or(nodes=(FUJI, TRAM))),
        ("tram (lisbon OR camera:fuji)", And(nodes=(TRAM, Or(nodes=(LISBON, FUJI))))),
        ("keyword:tram ", words("tram", field="keywords")),
        ("re:invent ", words("re invent")),
        ("rating:>=3", Comparison(field="rating", operator=">=", value=3.0)),
        ("rating:2..4", Comparison(field="rating", operator="=", value=2.0, high=4.0)),
        ("rating:-1", Comparison(field="rating", operator="=", value=-1.0)),
        ("after:2019-6", Comparison(field="taken", operator=">=", value="2019-06")),
        ("before:2020", Comparison(field="taken", operator="<", value="2020")),
        ("to:2019/07/14", Comparison(field="taken", operator="<=", value="2019-07-14")),
        ("taken:2018..2019", Comparison(field="taken", operator="=", value="2018", high="2019")),
        ("orientation:port", Comparison(field="orientation", operator="=", value="portrait")),
        ("format:JPG", Comparison(field="format", operator="=", value="jpeg")),
    ],
)
def test_a_text_means(text, node):
    assert parse_query(text) == node


@pytest.mark.parametrize(
    "text", ["", "  ", "()", "((", "))", '"', '""', "-", "AND", "OR OR", "NOT", "***", "—", "\0"]
)
def test_signs_alone_ask_for_nothing(text):
    assert parse_query(text) == EVERYTHING


@pytest.mark.parametrize(
    "text", ["tram ) ", "( tram ", "tram OR ", "OR tram ", "AND tram AND ", "() tram ", "tram NOT "]
)
def test_stray_signs_are_dropped(text):
    assert parse_query(text) == TRAM


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rating:blue", "rating:blue is not a number"),
        ("mp:nan", "not a number"),
        ("after:yesterday", "yesterday is not a date"),
        ("before:2019-13", "not a date"),
        ("date:2019-02-30", "not a date"),
        ("orientation:upright", "portrait, landscape or square"),
        ("camera:>", "needs a value"),
        ("x" * (MAX_QUERY + 1), "too long"),
        ("a " * 100, "too many parts"),
    ],
)
def test_a_value_that_cannot_be_is_a_sentence(text, sentence):
    with pytest.raises(QueryUnusable, match=sentence):
        parse_query(text)


def test_dates_are_whole_days_months_or_years():
    assert [read_date(text) for text in ("2019", "2019-7", "2019.07.04")] == ["2019", "2019-07", "2019-07-04"]


def test_words_that_all_hits_have_rank_and_the_rest_filters():
    compiled = compile_query([parse_query("(tram OR bus) keyword:red -blue camera:fuji rating:>3")], [])
    assert compiled.match == '(("tram" * OR "bus" *) AND keywords : "red" *) NOT ("blue" OR "blu")'
    assert compiled.words == 3
    assert compiled.condition is not None
    assert compiled.condition.sql.startswith("(facet.photo_id IN")
    assert compiled.condition.values == ('(camera : "fuji" *)', 3.0)


def test_without_a_word_to_rank_by_what_is_not_wanted_is_a_condition():
    compiled = compile_query([parse_query("-blue -camera:fuji")], [])
    assert compiled.match is None and compiled.condition is not None
    assert compiled.condition.sql.startswith("(NOT coalesce(facet.photo_id IN")
    assert compiled.condition.values == ('("blue" OR "blu")', '(camera : "fuji" *)')
    compiled = compile_query([parse_query("tram -camera:fuji -rating:3 -folder:lisboa")], [])
    assert compiled.match == '("tram" *) NOT (camera : "fuji" *) NOT (folder : "lisboa" *)'
    assert compiled.condition is not None and compiled.condition.values == (3.0,)


def test_the_stems_of_a_word_are_as_good_as_the_word():
    compiled = compile_query([parse_query('boats keyword:covers "ships" -dogs')], [])
    assert compiled.match is not None and compiled.condition is None
    wanted, unwanted = compiled.match.split(" NOT ")
    assert wanted.startswith('(("boats" * OR "boat") AND keywords : ("covers" * OR "')
    assert wanted.endswith('AND "ships")')
    assert compiled.words == wanted.count('"') // 2, "each is ranked by"
    assert unwanted == '("dogs" OR "dog")'


def test_quotation_marks_in_words_cannot_end_them():
    compiled = compile_query([Words(text='tram" OR "bus')], [])
    assert compiled.match == '"tram or bus"'


PIECES = st.one_of(
    st.sampled_from(
        ['"', "(", ")", "-", "*", " ", ":", "AND", "OR", "NOT", "NEAR", "^", "+", "..", ">=", "\0", "'"]
    ),
    st.sampled_from([f"{name}:" for name in FIELDS]),
    st.text(max_size=6),
)


@settings(max_examples=300, deadline=None)  # the first place reads the towns
@given(st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_a_query_or_a_sentence(text):
    try:
        node = parse_query(text)
    except QueryUnusable as error:
        assert str(error).strip()
        return
    compiled = compile_query([node], [])
    assert (compiled.match is not None) or not is_words(node)
