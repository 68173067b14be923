#!/bin/sh
# Packs the packages for Linux twice, compares the bytes, and starts the program
# out of them. Every time in them is that of the commit, so that equal sources
# make equal bytes:
#   packages.sh VERSION OUT ARCH=PROGRAM...
# The program of another processor is packed but not started.
set -eu
VERSION=$1 OUT=$2
shift 2
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export VERSION SOURCE_DATE_EPOCH
here=$(uname -m | sed 's/x86_64/amd64/; s/aarch64/arm64/')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -modfile=tools/release/go.mod -o "$work/nfpm" github.com/goreleaser/nfpm/v2/cmd/nfpm
for pair; do
  ARCH=${pair%%=*} STAGE=$work/$ARCH
  export ARCH STAGE
  for kind in deb rpm; do
    rm -rf "$STAGE" && mkdir "$STAGE"
    cp "${pair#*=}" LICENSE bin/THIRD_PARTY_NOTICES.txt "$STAGE"
    touch -d "@$SOURCE_DATE_EPOCH" "$STAGE"/*
    file=$OUT/lapkeep-linux-$ARCH.$kind
    "$work/nfpm" package --config packaging/nfpm.yaml --packager $kind --target "$file"
    sleep 1
    "$work/nfpm" package --config packaging/nfpm.yaml --packager $kind --target "$work/again.$kind" >/dev/null
    cmp "$file" "$work/again.$kind"
  done
  [ "$ARCH" = "$here" ] || continue
  dpkg-deb --extract "$OUT/lapkeep-linux-$ARCH.deb" "$work/deb"
  python3 packaging/unrpm.py "$OUT/lapkeep-linux-$ARCH.rpm" "$work/rpm"
  for kind in deb rpm; do
    "$work/$kind/usr/bin/lapkeep" version | grep -F " v$VERSION " || { echo "$kind: the program has another version"; exit 1; }
    test -s "$work/$kind/usr/share/doc/lapkeep/copyright"
  done
done
