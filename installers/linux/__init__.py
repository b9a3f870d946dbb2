"""Linux: the program's folder -> a Debian package, an AppImage."""

from __future__ import annotations

import datetime
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from email.utils import format_datetime
from pathlib import Path

HERE = Path(__file__).resolve().parent
APP_ID = "io.github.cbir.Cbir"
EMPTY = "an empty library in the place of FFmpeg's"
_VIDEO = {
    "libavcodec": "LIBAVCODEC",
    "libavformat": "LIBAVFORMAT",
    "libavutil": "LIBAVUTIL",
    "libswscale": "LIBSWSCALE",
}
_ELSEWHERE = {  # what a machine without a desktop need not have to build the package
    "libwayland-client.so.0": ["libwayland-client0"],
    "libwayland-cursor.so.0": ["libwayland-cursor0"],
    "libwayland-egl.so.1": ["libwayland-egl1"],
}
_RUNTIME_PACKAGES = (
    "libc6-dev",
    "libfuse3-dev",
    "libsquashfuse-dev",
    "libzstd-dev",
)  # linked into the AppImage's head
_COMMON = """
Debian has the texts of these licences in /usr/share/common-licenses: Apache-2.0, GPL-3, LGPL-2.1 and LGPL-3.
"""
_BARE = (
    *("llvmlite", "libpython3", "libstdc++", "PySide6/Qt/lib", "onnxruntime", "cv2/"),
    *("lib-dynload/", "tokenizers/", "psutil/", "wcwidth/"),
)


def strip(app: Path) -> None:
    """Take symbols out of libraries. Not out of those in *.libs, which patchelf has rearranged."""
    for path in app.rglob("*.so*"):
        name = path.relative_to(app).as_posix()
        if path.is_file() and not path.is_symlink() and any(part in name for part in _BARE):
            subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)


def share_libraries(app: Path) -> None:
    """Leave one of the libraries that two packages bring in one release: OpenBLAS (39 MB), libavif with its codecs.

    The OpenBLAS with OpenMP serves OpenCV and FAISS; the libavif that has its codecs inside serves OpenCV and Pillow.
    Other releases than the same one are left as they are.
    """
    libraries = app / "_internal"
    opencv, faiss = libraries / "opencv_python_headless.libs", libraries / "faiss_cpu.libs"
    if _share(opencv, "libopenblasp-*.so", faiss, "libopenblaso-*.so"):
        # A library looks for others beside the name that it was found by: these have to be there, too.
        for path in (*faiss.glob("libgomp-*"), *faiss.glob("libgfortran-*"), *faiss.glob("libquadmath-*")):
            _link(opencv / path.name, path)
    if _share(opencv, "libavif-*.so*", libraries / "pillow.libs", "libavif-*.so*"):
        for path in opencv.glob("libaom-*"):
            path.unlink()


def _share(folder: Path, name: str, other: Path, other_name: str) -> bool:
    """Put a link to the other folder's library in the place of this one's, where both are of one release."""
    ours, theirs = list(folder.glob(name)), list(other.glob(other_name))
    if len(ours) != 1 or len(theirs) != 1 or _release(ours[0]) != _release(theirs[0]):
        return False
    _link(ours[0], theirs[0])
    return True


def _link(path: Path, target: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(Path("..") / target.parent.name / target.name)


def _release(library: Path) -> str:
    """The release is in the name: libopenblasp-r0-59ffcd50.3.15.so is of 3.15, libavif-43e630fc.so.16.4.2 of 16.4.2."""
    return re.sub(r"^.*-[0-9a-f]{8}\.|\bso\b|^\.|\.$", "", library.name).strip(".")


def leave_out_video(app: Path) -> None:
    """Put empty libraries in the place of FFmpeg's, which OpenCV links to and only opens videos with.

    35 MB less, an OpenSSL without support among them. Every function that OpenCV names is there and returns 0: no
    decoder is found, and a video cannot be opened.
    """
    libraries = app / "_internal" / "opencv_python_headless.libs"
    (module,) = (app / "_internal" / "cv2").glob("cv2*.so")
    told = subprocess.run(
        ["nm", "-D", "--undefined-only", "--with-symbol-versions", str(module)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name, node in _VIDEO.items():
        for library in libraries.glob(f"{name}-*.so*"):
            functions = re.findall(rf" U (\w+)@({node}_\d+)", told)
            _link_empty(library, [function for function, _ in functions], functions[0][1])
    for name in ("libswresample", "libvpx", "libssl", "libcrypto", "libdrm"):
        for library in libraries.glob(f"{name}-*.so*"):
            library.unlink()


def leave_out_dead_links(app: Path) -> None:
    """PyInstaller lays links to all libraries into one folder: those to libraries that went go, too."""
    for link in (app / "_internal").iterdir():
        if link.is_symlink() and not link.exists():
            link.unlink()


def _link_empty(library: Path, functions: list[str], version: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        source, script = Path(folder) / "empty.c", Path(folder) / "versions"
        lines = [f'const char *const of_cbir = "{EMPTY}";']
        lines += [f"long {function}(void) {{ return 0; }}" for function in functions]
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        script.write_text(f"{version} {{ global: *; }};\n", encoding="utf-8")
        library.unlink()
        options = ["-shared", "-fPIC", "-fno-builtin", "-s", f"-Wl,-soname,{library.name}"]
        link = ["cc", *options, f"-Wl,--version-script={script}", "-o", str(library), str(source)]
        subprocess.run(link, check=True)


def install_tree(app: Path, icons: Path, root: Path, prefix: str) -> None:
    """Lay the program and what desktops know it by below a root."""
    usr = root / prefix
    shutil.copytree(app, usr / "lib" / "cbir", symlinks=True)
    (usr / "bin").mkdir(parents=True)
    (usr / "bin" / "cbir").symlink_to("../lib/cbir/cbir")
    share = usr / "share"
    files = {
        f"{APP_ID}.desktop": share / "applications",
        f"{APP_ID}.metainfo.xml": share / "metainfo",
        "cbir.1": share / "man" / "man1",
        "cbir-find.desktop": share / "kio" / "servicemenus",
        "cbir_nautilus.py": share / "nautilus-python" / "extensions",
        "cbir.nemo_action": share / "nemo" / "actions",
    }
    for name, folder in files.items():
        folder.mkdir(parents=True)
        shutil.copyfile(HERE / name, folder / name)
    manual = share / "man" / "man1" / "cbir.1"
    _write_gzipped(manual.with_name("cbir.1.gz"), manual.read_bytes())
    manual.unlink()
    (share / "kio" / "servicemenus" / "cbir-find.desktop").chmod(0o755)  # Plasma asks for it
    hicolor = share / "icons" / "hicolor"
    for picture in icons.glob("*.png"):
        place = hicolor / f"{picture.stem}x{picture.stem}" / "apps"
        place.mkdir(parents=True)
        shutil.copyfile(picture, place / f"{APP_ID}.png")
    (hicolor / "scalable" / "apps").mkdir(parents=True)
    shutil.copyfile(
        app / "_internal" / "cbir_resources" / "icons" / "cbir.svg",
        hicolor / "scalable" / "apps" / f"{APP_ID}.svg",
    )


def build_deb(app: Path, build: Path, dist: Path, version: str) -> Path:
    """A package with the libraries of the system that the program's folder does not bring as its dependencies."""
    root = build / "deb"
    shutil.rmtree(root, ignore_errors=True)
    install_tree(app, build / "icons", root, "usr")
    documents = root / "usr" / "share" / "doc" / "cbir"
    documents.mkdir(parents=True)
    licences = (app / "_internal" / "licences" / "copyright").read_text(encoding="utf-8")
    (documents / "copyright").write_text(licences + _COMMON, encoding="utf-8")
    _write_gzipped(documents / "changelog.gz", changelog(version).encode())
    overrides = root / "usr" / "share" / "lintian" / "overrides"
    overrides.mkdir(parents=True)
    shutil.copyfile(HERE / "lintian-overrides", overrides / "cbir")
    architecture = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    ).stdout.strip()
    size_kb = sum(path.lstat().st_size for path in root.rglob("*") if not path.is_dir()) // 1024
    control = (HERE / "control").read_text(encoding="utf-8").format(
        version=version, architecture=architecture, size=size_kb, depends=", ".join(dependencies(app))
    )  # fmt: skip
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  {path.relative_to(root).as_posix()}\n"
        for path in files
        if "DEBIAN" not in path.relative_to(root).parts
    ]
    (root / "DEBIAN" / "md5sums").write_text("".join(sums), encoding="utf-8")  # for dpkg --verify
    for path in [root, *root.rglob("*")]:
        if path.is_symlink():
            continue
        program = os.access(path, os.X_OK) and not _is_library(path)
        path.chmod(0o755 if path.is_dir() or program else 0o644)
    target = dist / f"cbir_{version}_{architecture}.deb"
    # xz, which every Debian and its lintian read; at its middle, as the last percents take most of the time
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(target)], check=True
    )
    return target


def changelog(version: str) -> str:
    """The package's history in Debian's form, by the metainfo's releases: what changed is in CHANGELOG.md."""
    metainfo = (HERE / f"{APP_ID}.metainfo.xml").read_text(encoding="utf-8")
    who = re.findall(r"^Maintainer: (.+)$", (HERE / "control").read_text(encoding="utf-8"), re.MULTILINE)[0]
    entries = []
    for release, date in re.findall(r'<release version="([^"]+)" date="([^"]+)"', metainfo):
        day = datetime.datetime.fromisoformat(date).replace(tzinfo=datetime.UTC)
        stamp = format_datetime(day)
        entries.append(
            f"cbir ({release}) stable; urgency=medium\n\n  * Release {release}.\n\n -- {who}  {stamp}\n"
        )
    assert entries and entries[0].startswith(f"cbir ({version})")
    return "\n".join(entries)


def _write_gzipped(path: Path, content: bytes) -> None:
    """Without a name and a time, so that the same source gives the same file."""
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def _is_library(path: Path) -> bool:
    return ".so" in path.suffixes or path.suffix in (".py", ".pyi", ".txt", ".md", ".svg", ".json")


def dependencies(app: Path) -> list[str]:
    """The packages of the libraries that the folder's own need and that it does not bring, and the newest glibc."""
    files = [path for path in app.rglob("*") if path.is_file() and not path.is_symlink() and _is_elf(path)]
    brought = {path.name for path in app.rglob("*.so*")}
    needed: set[str] = set()
    newest = (0, 0)
    for path in files:
        dump = subprocess.run(["objdump", "-p", str(path)], capture_output=True, text=True, check=True).stdout
        needed |= set(re.findall(r"NEEDED\s+(\S+)", dump))
        versions = [(int(major), int(minor)) for major, minor in re.findall(r"\bGLIBC_(\d+)\.(\d+)", dump)]
        newest = max([newest, *versions])
    packages = {_package_of(library) for library in needed - brought} - {"libc6"}
    return [
        f"libc6 (>= {newest[0]}.{newest[1]})",
        *sorted(packages),
        "fontconfig-config",
        "fonts-dejavu-core | fonts-liberation",
    ]


def _package_of(library: str) -> str:
    told = subprocess.run(
        ["dpkg-query", "-S", f"*/{library}"], capture_output=True, text=True, check=False
    ).stdout
    owners = [line.partition(":")[0] for line in told.splitlines()] or _ELSEWHERE.get(library, [])
    if not owners:
        raise SystemExit(
            f"No installed package has {library}: install it, so that the dependency can be named."
        )
    return owners[0]


def _is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def build_appdir(app: Path, build: Path, dist: Path, version: str) -> Path:
    """An AppDir, and an AppImage of it: a squashfs behind a small program that mounts it (runtime.c).

    The format: https://github.com/AppImage/AppImageSpec, type 2
    """
    root = build / "cbir.AppDir"
    shutil.rmtree(root, ignore_errors=True)
    install_tree(app, build / "icons", root, "usr")
    (root / "AppRun").symlink_to("usr/bin/cbir-window")
    (root / "usr" / "bin" / "cbir-window").write_text(
        '#!/bin/sh\n# Without arguments an AppImage opens its window; with any it is the command line.\n'
        'here=$(dirname "$(readlink -f "$0")")\n[ $# -gt 0 ] || set -- gui\nexec "$here/cbir" "$@"\n',
        encoding="utf-8",
    )  # fmt: skip
    (root / "usr" / "bin" / "cbir-window").chmod(0o755)
    shutil.copyfile(HERE / f"{APP_ID}.desktop", root / f"{APP_ID}.desktop")
    shutil.copyfile(build / "icons" / "256.png", root / f"{APP_ID}.png")
    for package in _RUNTIME_PACKAGES:
        documents = root / "usr" / "share" / "doc" / package
        documents.mkdir(parents=True)
        shutil.copyfile(Path("/usr/share/doc", package, "copyright"), documents / "copyright")
    image = build / "cbir.squashfs"
    options = ["-root-owned", "-noappend", "-comp", "zstd", "-quiet", "-no-progress"]
    subprocess.run(["mksquashfs", str(root), str(image), *options], check=True)
    target = dist / f"cbir-{version}-{os.uname().machine}.AppImage"
    build_runtime(build / "runtime")
    target.write_bytes((build / "runtime").read_bytes() + image.read_bytes())
    target.chmod(0o755)
    image.unlink()
    return target


def build_runtime(target: Path) -> None:
    """Compile the head of an AppImage, which needs no library of the system, and mark it as one."""
    libraries = ["-lsquashfuse_ll", "-lfuse3", "-lzstd"]
    command = ["cc", "-Os", "-static", "-s", "-o", str(target), str(HERE / "runtime.c"), *libraries]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{done.stderr}Are these installed? {' '.join(_RUNTIME_PACKAGES)}")
    with target.open("r+b") as file:
        file.seek(8)
        file.write(b"AI\x02")
