"""Bringing a package and what it needs here; nothing of it is run, and nothing is built."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tarfile
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.packages.plans import normalized

_INDEX = "https://pypi.org/simple/{}/"
_AS_JSON = "application/vnd.pypi.simple.v1+json"
_SECONDS = 60
_ENDINGS = (".tar.gz", ".zip")
MOST_BYTES = 100 << 20
MOST_FILES = 20_000
# What runs the tests; as wheels, beside the package, whatever the environment has.
TOOLS = ("pytest", "pluggy", "iniconfig", "packaging", "pygments")
_TAIL = 4


class Unsafe(Exception):
    """An archive that is not unpacked; the message says why."""


@dataclass(frozen=True, slots=True)
class Archive:
    """A source distribution of a registry: its name, where it is, and what it must be."""

    name: str
    address: str
    sha256: str


def source_of(package: str, version: str) -> Archive:
    """The source distribution of a release; raises UsageError where there is none."""
    asked = urllib.request.Request(_INDEX.format(package), headers={"Accept": _AS_JSON})
    try:
        with urllib.request.urlopen(asked, timeout=_SECONDS) as answer:
            base, data = answer.url, json.load(answer)
    except urllib.error.HTTPError as error:
        told = "has no package of that name" if error.code == 404 else f"answers {error.code}"
        raise UsageError(f"PyPI {told}: {package}.") from error
    except (OSError, ValueError) as error:
        raise UsageError(f"PyPI cannot be asked about {package}: {error}") from error
    return _chosen(package, version, base, data)


def _chosen(package: str, version: str, base: str, data: dict[str, Any]) -> Archive:
    for file in data.get("files", ()):
        name = str(file["filename"])
        if not name.endswith(_ENDINGS) or "/" in name:
            continue
        stem = name.removesuffix(".zip").removesuffix(".tar.gz")
        first, _, of = stem.rpartition("-")
        if normalized(first) == package and of == version:
            address = urllib.parse.urljoin(base, file["url"])
            return Archive(name, address, file["hashes"]["sha256"])
    if version not in data.get("versions", ()):
        raise UsageError(f"PyPI has no {package} {version}.")
    raise UsageError(
        f"{package} {version} has no source distribution, so there are no tests of it."
    )


def download(archive: Archive, folder: Path) -> Path:
    """The file of an archive in a folder; raises UsageError where it is not what it must be."""
    try:
        with urllib.request.urlopen(archive.address, timeout=_SECONDS) as answer:
            content = answer.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{archive.name} cannot be downloaded: {error}") from error
    if len(content) > MOST_BYTES:
        raise UsageError(f"{archive.name} has more than {MOST_BYTES >> 20} MB.")
    if hashlib.sha256(content).hexdigest() != archive.sha256:
        raise UsageError(f"{archive.name} is not the file that PyPI has the sum of.")
    path = folder / archive.name
    path.write_bytes(content)
    return path


def unpack(archive: Path, folder: Path) -> Path:
    """The one folder at the top of an archive, unpacked below another, which it makes.

    Raises Unsafe where a member would lie outside, is no file or folder, or there is too much.
    """
    folder.mkdir()
    try:
        if archive.suffix == ".zip":
            _unpack_zip(archive, folder)
        else:
            _unpack_tar(archive, folder)
    except (tarfile.TarError, zipfile.BadZipFile, EOFError, OSError) as error:
        raise Unsafe(f"{archive.name} is not unpacked: {error}") from error
    tops = sorted(path for path in folder.iterdir() if path.is_dir())
    if len(tops) != 1:
        raise Unsafe(f"{archive.name} is not unpacked: it has {len(tops)} folders at its top")
    return tops[0]


def _unpack_tar(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as opened:
        members: list[tarfile.TarInfo] = []
        size = 0
        for member in opened:  # the next one is not even looked for where this is too much
            members.append(member)
            size += member.size
            _within(archive, len(members), size)
            _inside(archive, member.name)
            if not (member.isfile() or member.isdir() or member.issym() or member.islnk()):
                raise Unsafe(f"{archive.name} is not unpacked: {member.name} is a special file")
        opened.extractall(folder, members, filter="data")


def _unpack_zip(archive: Path, folder: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        members = opened.infolist()
        _within(archive, len(members), sum(member.file_size for member in members))
        for member in members:
            _inside(archive, member.filename)
        opened.extractall(folder)


def _inside(archive: Path, name: str) -> None:
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts:
        raise Unsafe(f"{archive.name} is not unpacked: {name} leads out of it")


def _within(archive: Path, files: int, size: int) -> None:
    if files > MOST_FILES or size > MOST_BYTES:
        raise Unsafe(f"{archive.name} is not unpacked: it has too many or too large files")


def install(wanted: Sequence[str], folder: Path, python: Path | None = None) -> None:
    """Put wheels, and nothing else, into a folder, without what they ask for.

    Raises UsageError with the end of what pip says where that fails.
    """
    if not wanted:
        return
    command = [str(python or sys.executable), "-P", "-m", "pip", "install", "--target", str(folder)]
    command += ["--only-binary", ":all:", "--no-deps", "--no-compile", "--no-input", "--quiet"]
    command += ["--disable-pip-version-check", *wanted]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode:
        told = "\n".join(done.stderr.strip().splitlines()[-_TAIL:])
        raise UsageError(f"pip could not bring wheels of {', '.join(wanted)}:\n{told}")


def installed(folder: Path) -> Iterable[str]:
    """What has been installed into a folder, as requirements."""
    for about in sorted(folder.glob("*.dist-info")):
        name, _, version = about.name.removesuffix(".dist-info").rpartition("-")
        yield f"{normalized(name)}=={version}"
