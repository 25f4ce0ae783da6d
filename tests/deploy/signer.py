"""A throwaway key that signs in minisign's format, made with OpenSSL alone."""

import base64
import hashlib
import subprocess


class Signer:
    """An Ed25519 key pair; the public half can be laid into a folder of keys."""

    def __init__(self, folder, name="release"):
        self.folder = folder / f"secret-{name}"
        self.folder.mkdir()
        self.secret = self.folder / "key.pem"
        self._openssl("genpkey", "-algorithm", "ed25519", "-out", self.secret)
        self.point = self._openssl("pkey", "-in", self.secret, "-pubout", "-outform", "DER")[-32:]
        self.number = hashlib.sha256(self.point).digest()[:8]
        self.name = name

    @staticmethod
    def _openssl(*words):
        return subprocess.run(["openssl", *words], check=True, capture_output=True).stdout

    def publish(self, keys):
        """Lay the public key into a folder."""
        line = base64.b64encode(b"Ed" + self.number + self.point).decode()
        (keys / f"{self.name}.pub").write_text(f"untrusted comment: a key\n{line}\n")

    def sign(self, file, comment, kind=b"ED"):
        """Write the signature file of a file."""
        over_file = self._sign(hashlib.blake2b(file.read_bytes()).digest())
        over_comment = self._sign(over_file + comment.encode())
        signature = file.with_name(f"{file.name}.minisig")
        signature.write_text(
            f"untrusted comment: a signature\n{base64.b64encode(kind + self.number + over_file).decode()}\n"
            f"trusted comment: {comment}\n{base64.b64encode(over_comment).decode()}\n"
        )
        return signature

    def _sign(self, message):
        words, written = self.folder / "message", self.folder / "signature"
        words.write_bytes(message)
        self._openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.secret, "-in", words, "-out", written)
        return written.read_bytes()
