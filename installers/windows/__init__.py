"""Windows: the program's folder -> a set-up for one user, and an MSI for administrators who roll out with one."""

from __future__ import annotations

import os
import subprocess
import uuid
from pathlib import Path
from xml.sax.saxutils import quoteattr

HERE = Path(__file__).resolve().parent
_SPACE = uuid.UUID("6f1ad6f4-9a34-5a55-8b6c-0d4d3f3b7c11")  # the product's own


def build_nsis(app: Path, build: Path, dist: Path, version: str) -> Path:
    """Compile cbir.nsi. The list of files to remove is made from the folder: a foreign file beside them stays."""
    listed = build / "uninstall.nsh"
    files = sorted(path.relative_to(app) for path in app.rglob("*") if not path.is_dir())
    folders = sorted((path.relative_to(app) for path in app.rglob("*") if path.is_dir()), reverse=True)
    lines = [f'Delete "$INSTDIR\\{_windows(path)}"' for path in files]
    lines += [f'RMDir "$INSTDIR\\{_windows(path)}"' for path in folders]
    listed.write_text("\n".join(lines) + "\n", encoding="utf-8-sig")
    target = dist / f"cbir-{version}-setup.exe"
    size_kb = sum(path.stat().st_size for path in app.rglob("*") if path.is_file()) // 1024
    values = {"VERSION": version, "APP": app, "UNINSTALL": listed, "OUT": target, "SIZE": size_kb,
              "ICON": build / "icons" / "cbir.ico"}  # fmt: skip
    defines = [f"-D{name}={value}" for name, value in values.items()]
    subprocess.run(
        ["makensis", "-V2", "-INPUTCHARSET", "UTF8", *defines, str(HERE / "cbir.nsi")],
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},  # in Turkish, it does not know its own words with an I
    )
    return target


def build_msi(app: Path, build: Path, dist: Path, version: str) -> Path:
    """Write the folder as components of cbir.wxs, and compile it by wixl."""
    source = build / "cbir.wxs"
    components: list[str] = []
    tree = _directory(app, app, components)
    text = (HERE / "cbir.wxs").read_text(encoding="utf-8")
    text = text.replace("@VERSION@", version).replace("@TREE@", tree)
    source.write_text(text.replace("@COMPONENTS@", "\n".join(components)), encoding="utf-8")
    target = dist / f"cbir-{version}.msi"
    # It looks for sources by relative names alone.
    subprocess.run(["wixl", "-a", "x64", "-o", str(target), str(source)], check=True, cwd=app.parent)
    return target


def _directory(folder: Path, app: Path, components: list[str]) -> str:
    lines = []
    files = sorted(path for path in folder.iterdir() if not path.is_dir())
    if files:
        key = _key("c", folder, app)
        components.append(f'<ComponentRef Id="{key}"/>')
        lines.append(f'<Component Id="{key}" Guid="{uuid.uuid5(_SPACE, key)}" Win64="yes">')
        lines += [
            f'<File Id="{_key("f", file, app)}" Source={quoteattr(file.relative_to(app.parent).as_posix())}/>'
            for file in files
        ]
        lines.append("</Component>")
    for inner in sorted(path for path in folder.iterdir() if path.is_dir()):
        lines.append(f'<Directory Id="{_key("d", inner, app)}" Name={quoteattr(inner.name)}>')
        lines += [_directory(inner, app, components), "</Directory>"]
    return "\n".join(lines)


def _key(kind: str, path: Path, app: Path) -> str:
    return f"{kind}{uuid.uuid5(_SPACE, path.relative_to(app).as_posix()).hex}"


def _windows(path: Path) -> str:
    return str(path).replace("/", "\\").replace("$", "$$")
