"""Write what is in a package: every library with version, licence and the hashes of its wheels, as CycloneDX 1.6.

    python deploy/sbom.py --arch arm64 --into build/deb

The list is made from the wheels themselves, and is not written unless it follows CycloneDX's own schema.
"""

import argparse
import hashlib
import os
import re
import sys
import uuid
import zipfile
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.message import Message
from email.parser import Parser
from pathlib import Path

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.requirements import Requirement

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deploy.compiled import MACHINES
from deploy.package import PROJECT, commit_time, fetch, plain_name, version

SCHEMA = SchemaVersion.V1_6
SHORT = 60
"""A licence that is longer than this is its whole text and not its name."""


def main(words: Sequence[str] | None = None) -> int:
    """Describe the package for one architecture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--arch", choices=MACHINES, required=True, help="the architecture of the package")
    parser.add_argument("--into", type=Path, default=PROJECT / "build" / "deb", help="the folder with the package")
    args = parser.parse_args(words)
    package = args.into / f"arkside_{version()}_{args.arch}.deb"
    if not package.is_file():
        sys.exit(f"{package} is not there: make deb ARCH={args.arch}")
    wheels = fetch(args.arch, PROJECT / "build" / "wheels" / args.arch)
    file = package.with_suffix(".cdx.json")
    file.write_text(describe(package, args.arch, wheels), encoding="utf-8")
    print(file)
    return 0


def describe(package: Path, arch: str, wheels: Sequence[Path]) -> str:
    """Return the list of what a package holds, checked against CycloneDX's schema."""
    digest = hashlib.sha256(package.read_bytes()).hexdigest()
    number = package.name.split("_")[1]
    program = Component(
        name="arkside",
        version=number,
        type=ComponentType.APPLICATION,
        bom_ref="arkside",
        purl=PackageURL("deb", name="arkside", version=number, qualifiers={"arch": arch}),
        licenses=[LicenseFactory().make_with_id("MIT")],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )
    # the same package always has the same number and time, so that two builds give the same file
    moment = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH") or commit_time()), UTC)
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_OID, digest))
    bom.metadata.timestamp = moment
    bom.metadata.component = program
    libraries = list_libraries(wheels)
    for component, _ in libraries.values():
        bom.components.add(component)
    for component, needed in libraries.values():
        bom.register_dependency(component, [libraries[name][0] for name in sorted(needed) if name in libraries])
    bom.register_dependency(program, [component for component, _ in libraries.values()])
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=2) + "\n"
    validate(text)
    return text


def validate(text: str) -> None:
    """End the program if a list does not follow the schema."""
    # imported here because that alone takes two seconds, as long as all the rest of this program
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    error = JsonStrictValidator(SCHEMA).validate_str(text)
    if error is not None:
        sys.exit(f"the list of libraries does not follow CycloneDX's schema: {error}")


def list_libraries(wheels: Sequence[Path]) -> dict[str, tuple[Component, set[str]]]:
    """Return each library by its plain name, with the plain names of the libraries that it asks for.

    A library that is compiled has a wheel for each Python; they are one component with several files.
    """
    libraries: dict[str, tuple[Component, set[str]]] = {}
    for wheel in wheels:
        name, metadata = plain_name(wheel), read_metadata(wheel)
        if name not in libraries:
            component = Component(
                name=metadata["Name"],
                version=metadata["Version"],
                type=ComponentType.LIBRARY,
                bom_ref=name,
                purl=PackageURL("pypi", name=name.replace("_", "-"), version=metadata["Version"]),
                description=metadata["Summary"],
                licenses=[LicenseFactory().make_from_string(text) for text in [name_licence(metadata)] if text],
            )
            libraries[name] = component, set(list_needed(metadata))
        digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
        libraries[name][0].external_references.add(
            ExternalReference(
                type=ExternalReferenceType.DISTRIBUTION,
                url=XsUri(wheel.name),
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
            )
        )
    return libraries


def read_metadata(wheel: Path) -> Message:
    """Return what a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [each for each in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", each)]
        return Parser().parsestr(archive.read(name).decode("utf-8"))


def name_licence(metadata: Message) -> str:
    """Return the name of a licence: the newest field for it first, classifiers last."""
    classified = [
        line.rpartition(" :: ")[2] for line in metadata.get_all("Classifier", []) if line.startswith("License :: ")
    ]
    written = str(metadata.get("License") or "").strip()
    if expression := metadata.get("License-Expression"):
        return str(expression).strip()
    if written and len(written) <= SHORT and "\n" not in written:
        return written
    return classified[0] if classified else ""


def list_needed(metadata: Message) -> Iterator[str]:
    """Yield the libraries that a wheel asks for on Linux without extras, by plain name."""
    for line in metadata.get_all("Requires-Dist", []):
        asked = Requirement(line)
        if asked.marker is None or asked.marker.evaluate({"extra": "", "sys_platform": "linux"}):
            yield re.sub(r"[-_.]+", "_", asked.name).lower()


if __name__ == "__main__":
    sys.exit(main())
