"""Data sets of every form, TREC's files in and out, and a sentence for what does not fit."""

import json

import pytest

from cbir.base.errors import CbirError
from cbir.evaluation.dataset import DocumentNames, load_dataset
from cbir.evaluation.trec import (
    Run,
    encoded,
    parse_run,
    read_qrels,
    read_run,
    read_topics,
    run_lines,
    write_qrels,
)


def files(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(b"\xff\xd8\xff")


def index(folder, content):
    (folder / "index.json").write_text(json.dumps(content), encoding="utf-8")
    return folder


def test_an_index_names_queries_and_what_is_right(tmp_path):
    files(tmp_path, "q/1 a.jpg", "q/2.jpg", "r/1.jpg")
    queries = [
        {"query": "q/1 a.jpg", "relevant": ["r/1.jpg"], "camera": "Canon"},
        {"query": "q/2.jpg", "relevant": []},
    ]
    dataset = load_dataset(index(tmp_path, {"queries": queries}))
    first, second = dataset.topics
    assert (first.id, first.grades, first.group) == ("q/1%20a.jpg", {"r/1.jpg": 1}, "Canon")
    assert first.own == "q/1%20a.jpg" and first.has_answer and not second.has_answer
    assert DocumentNames(dataset.root).path(first.id) == tmp_path.resolve() / "q" / "1 a.jpg"


def test_each_caption_is_a_query_for_its_photo(tmp_path):
    dataset = load_dataset(index(tmp_path, {"a.jpg": ["a cat", "a pet"], "b.jpg": "a dog"}))
    assert [(topic.id, topic.terms[0].text) for topic in dataset.topics] == [
        ("a.jpg#1", "a cat"),
        ("a.jpg#2", "a pet"),
        ("b.jpg#1", "a dog"),
    ]


def test_queries_beside_photos_go_by_their_names(tmp_path):
    files(tmp_path, "query/dog.jpg", "query/cat.png", "query/none.jpg", "reference/dog.png")
    files(tmp_path, "reference/cat/1.jpg", "reference/cat/2.jpg", "reference/notes.txt")
    topics = {topic.id: topic.grades for topic in load_dataset(tmp_path).topics}
    assert topics == {
        "query/cat.png": {"reference/cat/1.jpg": 1, "reference/cat/2.jpg": 1},
        "query/dog.jpg": {"reference/dog.png": 1},
        "query/none.jpg": {},
    }


def test_trec_files_are_read_and_written(tmp_path):
    files(tmp_path, "my photo.jpg")
    (tmp_path / "topics.tsv").write_text("1\tmy photo.jpg\n2\ta red boat\n")
    write_qrels(tmp_path / "qrels.txt", [("1", {"a.jpg": 2, "b.jpg": 0}), ("2", {"c.jpg": -1, "d.jpg": 1})])
    for place in (tmp_path, tmp_path / "topics.tsv"):
        first, second = load_dataset(place).topics
        assert first.terms[0].path == tmp_path.resolve() / "my photo.jpg" and first.own == "my%20photo.jpg"
        assert (first.grades, second.grades) == ({"a.jpg": 2, "b.jpg": 0}, {"d.jpg": 1})
        assert second.terms[0].text == "a red boat" and second.own is None


def test_topics_of_trecs_own_form_are_read(tmp_path):
    file = tmp_path / "topics"
    file.write_text(
        "<top>\n<num> Number: 301\n<title> a red boat\n<desc> no\n</top>\n<TOP><num>302<title>dusk</TOP>"
    )
    assert read_topics(file) == {"301": "a red boat", "302": "dusk"}


def test_a_run_comes_back_as_it_was_written(tmp_path):
    scores = {"1": {"b\udcff": 0.5, "a": 0.25}, "2": {"a": 1.0}}
    file = tmp_path / "run"
    file.write_bytes(b"".join(encoded(run_lines(topic, found, "tag")) for topic, found in scores.items()))
    assert read_run(file) == Run(tag="tag", scores=scores)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 Q0 a 2 .5 t", "has a twice"),
        ("1 Q0 b 1 .5 t", "two documents at rank 1"),
        ("1 Q0 b one .5 t", "line 2: a run has a topic"),
        ("1 Q0 b 2 nan t", "is not a score"),
        ("1 Q0 b 2", "line 2: a run has a topic"),
    ],
)
def test_a_run_that_contradicts_itself_gets_a_sentence(line, sentence):
    with pytest.raises(CbirError, match=sentence):
        parse_run(f"1 Q0 a 1 .7 t\n{line}\n", "run")
    with pytest.raises(CbirError, match="empty run"):
        parse_run("\n", "run")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "has no judgements"),
        ("1 0 a -1\n", "has no judgements"),
        ("1 0 a\n", "line 1: a judgement is"),
        ("1 0 a 1\n1 0 a 2\n", "two grades for topic 1"),
    ],
)
def test_judgements_that_say_nothing_get_a_sentence(tmp_path, text, sentence):
    (tmp_path / "qrels").write_text(text)
    with pytest.raises(CbirError, match=sentence):
        read_qrels(tmp_path / "qrels")


@pytest.mark.parametrize("text", ["", "only a query\n", "1\ta\n1\tb\n", "<top><title>a</top>"])
def test_topics_that_cannot_be_told_apart_get_a_sentence(tmp_path, text):
    (tmp_path / "topics").write_text(text)
    with pytest.raises(CbirError, match=r"topic|<top>"):
        read_topics(tmp_path / "topics")


def test_what_is_no_data_set_gets_a_sentence_that_says_what_is(tmp_path):
    def refused(sentence, **given):
        with pytest.raises(CbirError, match=sentence):
            load_dataset(tmp_path, **given)

    refused("is not a data set: it needs an index.json")
    with pytest.raises(CbirError, match="There is no"):
        load_dataset(tmp_path / "missing")
    refused("--qrels goes with a file", qrels=tmp_path)
    index(tmp_path, {"queries": [{"query": "a.jpg", "relevant": []}]})
    refused("names .*a.jpg, which is not there")
    files(tmp_path, "a.jpg", "topics.txt", "qrels.txt")
    refused("marks no photo as right")
    index(tmp_path, {"queries": []})
    refused("has no queries")
    index(tmp_path, {"queries": [{"relevant": []}]})
    refused("needs `query` and `relevant`")
    (tmp_path / "index.json").write_text("{")
    refused("cannot be read as JSON")
    (tmp_path / "index.json").unlink()
    (tmp_path / "topics.txt").write_text("1\ta boat\n")
    (tmp_path / "qrels.txt").write_text("2 0 a 1\n")
    refused("judges photos for the topic 2")
    (tmp_path / "topics.txt").write_text("2\tb.jpg\n")
    refused("names .*b.jpg, which is not there")
    (tmp_path / "qrels.txt").unlink()
    refused("There is no qrels file")
