"""The lists of forms and synonyms are read by the beginnings of words: none loses its line that way."""

from cbir.base.forms import forms_of, synonyms_of
from cbir.base.resources import resource
from cbir.base.stems import STEMMED_LANGUAGES, stem_in


def lines(name):
    language = ""
    for line in resource(name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line and not line.startswith("#"):
            yield language, line.casefold().split()


def test_a_form_and_its_stem_lead_to_the_others_of_their_line():
    missing = []
    for language, words in lines("forms.txt"):
        for word in words:
            stem = stem_in(language, word) if language in STEMMED_LANGUAGES else word
            missing += [key for key in (word, stem) if not {*words} - {word, stem} <= {*forms_of(key)}]
    assert missing == []


def test_a_word_with_another_beginning_than_its_stem_has_its_synonyms():
    assert "liegen" in synonyms_of("lied")  # as `lying`, whose stem is `lie`
    assert "liegen" in synonyms_of("lies")


def test_the_stem_of_a_synonym_leads_to_no_other_thing():
    assert "beer" in synonyms_of("ale")
    assert "lake" not in synonyms_of("ale")  # by bière, Bier and a stem of theirs
