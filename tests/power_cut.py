"""A write, recorded call by call -> what a disk may hold after a power cut at any moment of it.

record() runs a write under strace; Recording.states() makes trees of files as ALICE does: every prefix of the calls,
with what was not flushed there, gone, or in part there and in another order.

Pillai et al., "All file systems are not created equal", OSDI 2014. What is taken for granted: a rename is all or
nothing; what fsync of a file returned for is on the disk, of its content and not of its name; what fsync of a folder
returned for, of its names; names within a folder come in their order, and after the folder itself. SQLite's files are
recorded like all others; its `-shm` is memory and left out (https://www.sqlite.org/walformat.html, 2.2).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tests.source_tree import python_path

_ROOT = Path(__file__).resolve().parent.parent
_CALLS = (
    "openat,open,creat,lseek,write,pwrite64,ftruncate,fallocate,fsync,fdatasync,rename,renameat,renameat2,"
    "unlink,unlinkat,mkdir,mkdirat,rmdir,link,linkat,symlink,symlinkat,sendfile,copy_file_range,writev,pwritev"
)
_LINE = re.compile(r"^([\d.]+) (\w+)\((.*)\)\s+= (-?\d+)")
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
_DESCRIPTOR = re.compile(r"^(-?\d+|AT_FDCWD)<([^>]*)>")
_SECTOR = 512
HOWS = ("a mixture", "what was flushed", "a mixture", "all of it")
"""What is there of what was not flushed: some, nothing, some, all."""


class UnexpectedCall(Exception):
    """The write used the disk in a way that this harness does not replay."""


@dataclass(frozen=True, slots=True)
class Data:
    """Bytes written to a file; size : None, or the length that it was cut or stretched to instead"""

    node: int
    offset: int
    content: bytes
    size: int | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """Names that come or go at once.

    changes : (folder, name, what it names now or None). made : the folder that is made so, empty
    """

    changes: tuple[tuple[int, str, int | None], ...]
    made: int | None = None


@dataclass(frozen=True, slots=True)
class Sync:
    node: int


@dataclass(frozen=True, slots=True)
class Said:
    """The write told its caller something, such as that a mark is set."""

    word: str
    number: int


Op = Data | Names | Sync | Said


@dataclass(slots=True)
class _Tree:
    """Folders as name -> node, files as bytes. Node 0 is the folder that all lie in."""

    folders: dict[int, dict[str, int]] = field(default_factory=lambda: {0: {}})
    files: dict[int, bytes] = field(default_factory=dict)
    times_ns: dict[int, int] = field(default_factory=dict)  # of files that were there before

    @classmethod
    def read(cls, folder):
        tree = cls()
        tree.fill(folder, 0)
        return tree

    def fill(self, folder, node):
        for path in sorted(folder.iterdir()):
            number = len(self.folders) + len(self.files)
            self.folders[node][path.name] = number
            if path.is_dir():
                self.folders[number] = {}
                self.fill(path, number)
            else:
                self.files[number] = path.read_bytes()
                self.times_ns[number] = path.stat().st_mtime_ns

    def copy(self):
        return _Tree(
            {node: dict(names) for node, names in self.folders.items()}, dict(self.files), dict(self.times_ns)
        )

    def find(self, parts):
        node = 0
        for part in parts:
            node = self.folders.get(node, {}).get(part) if node is not None else None
        return node

    def apply(self, op):
        if isinstance(op, Names):
            if op.made is not None:
                self.folders.setdefault(op.made, {})
            for folder, name, node in op.changes:
                names = self.folders.setdefault(folder, {})
                if node is None:
                    names.pop(name, None)
                else:
                    names[name] = node
        elif isinstance(op, Data):
            content = self.files.get(op.node, b"")
            self.times_ns.pop(op.node, None)
            end = op.offset + len(op.content) if op.size is None else op.size
            if op.size is None:
                self.files[op.node] = (
                    content[: op.offset].ljust(op.offset, b"\0") + op.content + content[end:]
                )
            else:
                self.files[op.node] = content[:end].ljust(end, b"\0")

    def write(self, folder):
        folder.mkdir(parents=True)
        self._write(folder, 0)

    def _write(self, folder, node):
        for name, number in self.folders.get(node, {}).items():
            if number in self.folders:
                (folder / name).mkdir()
                self._write(folder / name, number)
            else:
                (folder / name).write_bytes(self.files.get(number, b""))
                if number in self.times_ns:
                    os.utime(folder / name, ns=(self.times_ns[number],) * 2)

    def paths(self, node=0, above=""):
        for name, number in self.folders.get(node, {}).items():
            yield f"{above}{name}", number
            yield from self.paths(number, f"{above}{name}/")

    def linked(self):
        """The folders that can be reached."""
        return {0, *(node for _, node in self.paths() if node in self.folders)}

    def contents(self):
        """The contents of files."""
        return {path: self.files.get(node, b"") for path, node in self.paths() if node not in self.folders}


@dataclass(frozen=True, slots=True)
class State:
    """The disk's content. after : calls that had returned. said : the caller's knowledge. how : in words"""

    tree: _Tree
    after: int
    said: tuple[Said, ...]
    how: str


@dataclass(frozen=True, slots=True)
class Recording:
    before: _Tree
    ops: tuple[Op, ...]

    def states(self, chance, count):
        """Possible states after so many of the calls, drawn at random; the ends are always included."""
        moments = [after for after in range(len(self.ops) + 1) if not after or not self._is_word(after - 1)]
        drawn = sorted([moments[0], moments[-1], *chance.choices(moments, k=max(0, count - 2))])
        for number, after in enumerate(drawn):
            yield self.state(after, HOWS[number % len(HOWS)], chance)

    def state(self, after, how, chance):
        said = tuple(op for op in self.ops[:after] if isinstance(op, Said))
        return State(self._tree(after, how, chance), after, said, how)

    def _is_word(self, at):
        return isinstance(self.ops[at], Said)

    def _tree(self, after, how, chance):
        ops = self.ops[:after]
        flushed = _flushed(ops)
        tree = self.before.copy()
        stopped = set()  # folders of whose names no more have come
        for op, safe in zip(ops, flushed, strict=True):
            if how == "all of it" or safe:
                tree.apply(op)
            elif how == "what was flushed":
                continue
            elif isinstance(op, Names):
                folders = {folder for folder, _, _ in op.changes}
                if stopped.isdisjoint(folders) and folders <= tree.linked() and chance.random() < 0.7:
                    tree.apply(op)
                else:
                    stopped |= folders
            elif isinstance(op, Data) and chance.random() < 0.6:
                tree.apply(_torn(op, chance) if op.size is None and chance.random() < 0.5 else op)
        return tree


def _flushed(ops):
    """The calls that are surely on the disk: fsync of the file, or of a folder of one of the names, returned later.

    A name that is there has its folder with it.
    """
    synced = set()
    needed = set()
    safe = []
    for op in reversed(ops):
        there = True
        if isinstance(op, Sync):
            synced.add(op.node)
        elif isinstance(op, Data):
            there = op.node in synced
        elif isinstance(op, Names):
            there = any(folder in synced or node in needed for folder, _, node in op.changes)
            needed |= {folder for folder, _, _ in op.changes} if there else set()
        safe.append(there)
    return safe[::-1]


def _torn(op, chance):
    sectors = len(op.content) // _SECTOR
    return Data(op.node, op.offset, op.content[: _SECTOR * chance.randint(0, sectors)])


def record(command, folder, log):
    """Run a command that writes below a folder, and note each call of it that reaches the disk.

    log : folder for what strace says; it is removed
    """
    before = _Tree.read(folder)
    log.mkdir()
    options = (
        "-ff -qq -y -xx --seccomp-bpf --absolute-timestamps=format:unix,precision:ns -e signal=none"
    ).split()
    subprocess.run(
        ["strace", *options, "-s", str(1 << 28), "-e", f"trace={_CALLS}", "-o", str(log / "calls"), *command],
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": python_path()},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    lines = sorted(
        (match[1], match)
        for path in log.iterdir()
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines()
        if (match := _LINE.match(line)) and int(match[4]) >= 0
    )
    shutil.rmtree(log)
    reader = _Reader(before.copy(), os.path.realpath(folder))
    for _, match in lines:
        reader.read(match[2], match[3], int(match[4]))
    return Recording(before, tuple(reader.ops))


class _Reader:
    """strace's lines -> calls on the nodes of a tree, which follows them."""

    def __init__(self, tree, folder):
        self.ops = []
        self._tree = tree
        self._folder = folder
        self._next = len(tree.folders) + len(tree.files)
        self._places = {}  # by descriptor and path

    def read(self, call, arguments, result):
        strings = [bytes.fromhex(found[1].replace("\\x", "")) for found in _STRING.finditer(arguments)]
        if call == "write" and arguments.startswith("1<"):
            self._say(strings[0])
        elif call in ("openat", "open", "creat"):
            self._open(call, arguments, strings, result)
        elif call in ("rename", "renameat", "renameat2", "link", "linkat"):
            self._rename(arguments, strings, keep=call.startswith("link"))
        elif call in ("unlink", "unlinkat", "rmdir", "mkdir", "mkdirat", "symlink", "symlinkat"):
            self._name(call, arguments, strings)
        else:
            self._on_descriptor(call, arguments, strings, result)

    def _say(self, text):
        for line in text.decode(errors="replace").splitlines():
            word, _, number = line.partition(" ")
            if number.isdigit():
                self.ops.append(Said(word, int(number)))

    def _parts(self, path):
        """Below the folder; None outside of it, and for what SQLite keeps there as memory."""
        if path == self._folder:
            return ()
        if not path.startswith(self._folder + "/") or path.endswith("-shm") or path.endswith(" (deleted)"):
            return None
        return tuple(path[len(self._folder) + 1 :].split("/"))

    def _path(self, arguments, name):
        text = os.fsdecode(name)
        if not text.startswith("/"):
            at = _DESCRIPTOR.match(arguments.strip())
            text = f"{_plain(at[2])}/{text}" if at else text
        return self._parts(os.path.normpath(text))

    def _change(self, *changes, made=None):
        op = Names(changes, made)
        self._tree.apply(op)
        self.ops.append(op)

    def _parent(self, parts):
        node = self._tree.find(parts[:-1])
        if node is None:
            raise UnexpectedCall(f"a name in a folder that is not there: {'/'.join(parts)}")
        return node

    def _new(self):
        self._next += 1
        return self._next

    def _open(self, call, arguments, strings, descriptor):
        parts = self._path(arguments, strings[0])
        if parts is None or not parts:
            return
        node = self._tree.find(parts)
        if node is None and ("O_CREAT" in arguments or call == "creat"):
            node = self._new()
            self._tree.files[node] = b""
            self._change((self._parent(parts), parts[-1], node))
        elif node is not None and "O_TRUNC" in arguments and self._tree.files.get(node):
            self._data(Data(node, 0, b"", 0))
        self._places[str(descriptor), "/".join(parts)] = 0

    def _rename(self, arguments, strings, *, keep):
        from_parts, to_parts = (self._path(arguments, name) for name in strings[:2])
        if from_parts is None and to_parts is None:
            return
        if from_parts is None or to_parts is None:
            raise UnexpectedCall("something moves into the folder or out of it")
        gone = () if keep else ((self._parent(from_parts), from_parts[-1], None),)
        self._change(*gone, (self._parent(to_parts), to_parts[-1], self._tree.find(from_parts)))

    def _name(self, call, arguments, strings):
        parts = self._path(arguments, strings[0])
        if parts is None:
            return
        if call.startswith("symlink"):
            raise UnexpectedCall("a link")
        node = self._new() if call.startswith("mkdir") else None
        self._change((self._parent(parts), parts[-1], node), made=node)

    def _on_descriptor(self, call, arguments, strings, result):
        source = None
        if call == "copy_file_range":  # from, its place, to, its place
            source, _, arguments = arguments.split(", ", 2)
        at = _DESCRIPTOR.match(arguments)
        parts = self._parts(_plain(at[2])) if at else None
        node = None if parts is None else self._tree.find(parts)
        if at is None or parts is None or node is None:
            return
        key = at[1], "/".join(parts)
        if call in ("fsync", "fdatasync"):
            self.ops.append(Sync(node))
        elif call == "lseek":
            self._places[key] = result
        elif call == "pwrite64":
            self._data(Data(node, int(arguments.rsplit(", ", 1)[1]), strings[0]))
        elif call == "write":
            self._data(Data(node, self._places.get(key, 0), strings[0][:result]))
            self._places[key] = self._places.get(key, 0) + result
        elif call == "ftruncate":
            self._data(Data(node, 0, b"", int(arguments.rsplit(", ", 1)[1])))
        elif call == "fallocate":
            offset, length = (int(one) for one in arguments.rsplit(", ", 2)[1:])
            self._data(Data(node, 0, b"", max(offset + length, len(self._tree.files[node]))))
        elif call in ("sendfile", "copy_file_range"):
            self._copied(node, key, source or arguments.split(", ")[1], result)
        else:
            raise UnexpectedCall(call)

    def _copied(self, node, key, source, count):
        described = _DESCRIPTOR.match(source)
        if described is None:
            raise UnexpectedCall("a copy of something unnamed")
        path = _plain(described[2])
        parts = self._parts(path)
        held = None if parts is None else self._tree.find(parts)
        content = Path(path).read_bytes() if held is None else self._tree.files[held]
        place = self._places.get(key, 0)
        self._data(Data(node, place, content[place : place + count]))
        self._places[key] = place + count

    def _data(self, op):
        self._tree.apply(op)
        self.ops.append(op)


def _plain(text):
    """A path as strace writes it beside a descriptor."""
    return os.fsdecode(
        re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes.fromhex(found[1].decode()), text.encode())
    )


def rewrite_before_flushing():
    """Have each fsync be preceded by a write of the whole file: what was written through memory is then seen, too."""
    flush = os.fsync

    def fsync(descriptor):
        path = Path(f"/proc/self/fd/{descriptor}").resolve()
        if path.is_file() and not path.name.startswith("catalog.sqlite"):
            content = path.read_bytes()
            again = os.open(path, os.O_WRONLY)
            os.pwrite(again, content, 0)
            os.close(again)
        flush(descriptor)

    os.fsync = fsync


if __name__ == "__main__":
    from tests.kill_nursery import do

    rewrite_before_flushing()
    do(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
