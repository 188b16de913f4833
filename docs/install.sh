#!/bin/sh
# Installs Klatch's newest release as /usr/local/bin/klatch. It changes nothing if a checksum or the signature is wrong.
#   sh install.sh https://example.com/releases/latest/download [folder]
set -eu
from=${1:?Usage: sh install.sh ADDRESS-OF-THE-RELEASE [FOLDER]}
folder=${2:-/usr/local/bin}
key=RWRKfq5zDTqVSQXdmIQ3yGznuCVxrARUNGNipacBO/H+PuVtnaQ6C5q3
case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) target=linux-x64 ;;
  Linux-aarch64) target=linux-arm64 ;;
  *) echo "This script installs on Linux with x86-64 or ARM64. Other files: $from" >&2; exit 1 ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
get() { curl -fsSL --proto '=https,http,file' -o "$1" "$from/$1"; }
get SHA256SUMS && get SHA256SUMS.minisig

# A signature of minisign is Ed25519 over the BLAKE2b hash of the file. OpenSSL wants the key in DER.
bytes() { printf %s "$1" | openssl base64 -d -A; }
{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; bytes "$key" | tail -c 32; } >key
bytes "$(sed -n 2p SHA256SUMS.minisig)" | tail -c 64 >signature
openssl dgst -blake2b512 -binary SHA256SUMS >hash
openssl pkeyutl -verify -pubin -inkey key -keyform DER -rawin -in hash -sigfile signature >/dev/null || {
  echo "The signature of $from/SHA256SUMS is wrong. Nothing was installed." >&2
  exit 1
}

archive=$(sed -n "s/^[0-9a-f]*  \(klatch-.*-$target\.tar\.[a-z]*\)$/\1/p" SHA256SUMS)
get "$archive"
grep -F "  $archive" SHA256SUMS | sha256sum -c - >/dev/null
tar -xf "$archive"
install -m 755 klatch "$folder/klatch"
echo "Installed $("$folder/klatch" version | head -n 1) as $folder/klatch"
