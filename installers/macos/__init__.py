"""macOS: cbir.app, which PyInstaller made -> signed, notarised where there are names for it, and on a disk image."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def build_dmg(dist: Path, version: str) -> Path:
    """CBIR_SIGN_AS names a Developer ID, CBIR_NOTARISE_AS a profile of `notarytool store-credentials`."""
    app = dist / "cbir.app"
    services = app / "Contents" / "Resources" / "Find with cbir.workflow"
    shutil.copytree(HERE / "Find with cbir.workflow", services, dirs_exist_ok=True)
    identity = os.environ.get("CBIR_SIGN_AS", "-")  # "-": runs on the Mac that built it
    stamp = "--timestamp=none" if identity == "-" else "--timestamp"
    sign = ["codesign", "--force", "--deep", "--options", "runtime", stamp, "--sign", identity]
    subprocess.run([*sign, "--entitlements", str(HERE / "entitlements.plist"), str(app)], check=True)
    staged = dist / "dmg"
    shutil.rmtree(staged, ignore_errors=True)
    staged.mkdir()
    shutil.copytree(app, staged / "cbir.app", symlinks=True)
    (staged / "Applications").symlink_to("/Applications")
    target = dist / f"cbir-{version}-{os.uname().machine}.dmg"
    pack = ["hdiutil", "create", "-volname", "cbir", "-ov", "-format", "UDZO"]
    subprocess.run([*pack, "-srcfolder", str(staged), str(target)], check=True)
    shutil.rmtree(staged)
    if profile := os.environ.get("CBIR_NOTARISE_AS"):
        subprocess.run(
            ["xcrun", "notarytool", "submit", str(target), "--keychain-profile", profile, "--wait"],
            check=True,
        )
        subprocess.run(["xcrun", "stapler", "staple", str(target)], check=True)
    return target
