"""Tokens: kept as hashes, withdrawn at once, and made by a command that needs no extra."""

import datetime
import json
import stat
from pathlib import Path

import pytest

from cbir.base.errors import CbirError
from cbir.cli import main
from cbir.server import ServeOptions, Tokens, token_file


def test_the_file_has_hashes_alone_and_is_its_owners(tmp_path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.add("Anna", "read", 30)
    text = (tmp_path / "tokens.json").read_text()
    assert token not in text and token.removeprefix("cbir_") not in text
    assert stat.S_IMODE((tmp_path / "tokens.json").stat().st_mode) == 0o600
    found = Tokens(tmp_path / "tokens.json").find(token)
    assert found is not None and (found.name, found.role, found.expired) == ("Anna", "read", False)
    assert tokens.find(token[:-1]) is None and tokens.find(found.sha256) is None


def test_a_token_that_another_process_withdraws_is_unknown_at_once(tmp_path):
    service, command = Tokens(tmp_path / "tokens.json"), Tokens(tmp_path / "tokens.json")
    token = command.add("Anna", "write", 30)
    other = command.add("Ben", "read", 30)
    assert service.find(token) is not None
    command.remove("Anna")
    assert service.find(token) is None and service.find(other) is not None


def test_a_token_expires(tmp_path):
    tokens = Tokens(tmp_path / "tokens.json")
    token = tokens.add("Anna", "read", 1)
    kept = json.loads((tmp_path / "tokens.json").read_text())
    past = datetime.datetime.now(datetime.UTC) - datetime.timedelta(seconds=1)
    kept["tokens"][0]["expires"] = past.isoformat()
    (tmp_path / "tokens.json").write_text(json.dumps(kept))
    found = tokens.find(token)
    assert found is not None and found.expired


def test_a_token_is_valid_for_less_than_its_time(tmp_path, monkeypatch):
    tokens = Tokens(tmp_path / "tokens.json")
    tokens.add("Anna", "read", 1)
    (token,) = tokens.all()
    end = datetime.datetime.fromisoformat(token.expires)
    for now, expired in ((end - datetime.timedelta(seconds=1), False), (end, True)):
        monkeypatch.setattr("cbir.server.tokens.utc_now", lambda now=now: now)
        assert token.expired is expired


@pytest.mark.parametrize(("name", "days"), [("", 30), ("a\nb", 30), ("Anna", 0), ("Anna", 3651)])
def test_what_is_no_name_or_no_time_is_refused(tmp_path, name, days):
    with pytest.raises(CbirError, match=r"^A token .*\.$"):
        Tokens(tmp_path / "tokens.json").add(name, "read", days)


def test_a_damaged_file_lets_nobody_in(tmp_path):
    (tmp_path / "tokens.json").write_text('{"tokens": [{"name": "Anna"}]}')
    with pytest.raises(CbirError, match=r"cannot be read: .* Delete it and make new tokens\."):
        Tokens(tmp_path / "tokens.json").find("cbir_x")


@pytest.mark.parametrize("changed", [{"role": "owner"}, {"name": 5}])
def test_a_token_of_another_kind_lets_nobody_in(tmp_path, changed):
    file = tmp_path / "tokens.json"
    token = Tokens(file).add("Anna", "read", 30)
    (entry,) = json.loads(file.read_text())["tokens"]
    file.write_text(json.dumps({"tokens": [entry | changed]}))
    with pytest.raises(CbirError, match="it has changed since it was written"):
        Tokens(file).find(token)


def test_the_commands_make_list_and_withdraw(tmp_path, capsys):
    file = ("--tokens", str(tmp_path / "tokens.json"))
    assert main(["token", "add", "Anna", "--role", "write", "--days", "2", *file]) == 0
    out, err = capsys.readouterr()
    token = out.strip()
    assert token.startswith("cbir_") and "not shown again" in err
    assert main(["token", "add", "Anna", *file]) == 2
    assert 'There is a token "Anna" already.' in capsys.readouterr().err
    assert main(["token", "list", *file]) == 0
    name, role, expires = capsys.readouterr().out.strip().split("\t")
    assert (name, role) == ("Anna", "write") and token not in expires
    assert main(["token", "list", "--json", *file]) == 0
    assert [entry["name"] for entry in json.loads(capsys.readouterr().out)["tokens"]] == ["Anna"]
    assert main(["token", "remove", "Anna", *file]) == 0
    assert main(["token", "remove", "Anna", *file]) == 2
    assert Tokens(token_file(tmp_path)).all() == []


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (ServeOptions(host="0.0.0.0"), "unencrypted"),
        (ServeOptions(host="192.0.2.1"), "unencrypted"),
        (ServeOptions(host="0.0.0.0", plain_http=True, open_to_all=True), "only for this computer"),
        (ServeOptions(open_to_all=True, writable=True), "--open is for reading"),
        (ServeOptions(tls_cert=Path("a.pem")), "TLS needs two files"),
    ],
)
def test_what_would_leave_the_library_open_is_refused(options, why):
    with pytest.raises(CbirError, match=why):
        options.check()


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.8.8.8"])
def test_this_computer_alone_needs_no_tls(host):
    ServeOptions(host=host).check()
