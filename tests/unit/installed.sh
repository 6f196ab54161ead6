#!/bin/sh
# installed.sh BUILD FOLDER SOURCE – what `cmake --install` puts where: the program finds its data there, licence, changelog and kinds of files are
# there and valid; the target "uninstall" leaves nothing.
set -u
build=$1 folder=$2 root=$3 bad=0
rm -rf "$folder" && mkdir -p "$folder" || exit 1
fail() { echo "failed: $*"; bad=1; }
DESTDIR="$folder" cmake --install "$build" --prefix /usr >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
share="$folder/usr/share"
for file in ../bin/headscope doc/headscope/copyright doc/headscope/assets/CHANGELOG.md doc/headscope/assets/doc/files.md man/man1/headscope.1 mime/packages/org.headscope.Headscope.mime.xml \
    applications/org.headscope.Headscope.desktop metainfo/org.headscope.Headscope.metainfo.xml headscope/assets/lexicon.json headscope/assets/tour.lesson headscope/samples/seed.txt; do
    [ -s "$share/$file" ] || fail "$file was not installed"
done
grep -q "MIT" "$share/doc/headscope/copyright" || fail "the licence is not the MIT licence"
version=$("$folder/usr/bin/headscope" --version | sed 's/[^0-9.]//g; s/^\.*//')
grep -q "^## $version " "$share/doc/headscope/assets/CHANGELOG.md" || fail "the changelog does not know version $version"
(cd / && "$folder/usr/bin/headscope" --json - "It works.") | grep -q '"It"' || fail "the installed program does not run"
# each kind of file that the desktop entry opens is a kind that is known here, or everywhere
sed -n 's/^MimeType=//p' "$share/applications/org.headscope.Headscope.desktop" | tr ';' '\n' | grep . | while read -r kind; do
    [ "$kind" = text/plain ] || grep -q "type=\"$kind\"" "$share/mime/packages/org.headscope.Headscope.mime.xml" || echo "$kind"
done >"$folder/unknown"
[ -s "$folder/unknown" ] && fail "kinds of files without a description: $(cat "$folder/unknown")"
python3 - "$share" <<'END' || bad=1
import pathlib, sys, xml.etree.ElementTree as tree
share = pathlib.Path(sys.argv[1])
kinds = {one.get("type") for one in tree.parse(share / "mime/packages/org.headscope.Headscope.mime.xml").getroot()}
opened = {one.text for one in tree.parse(share / "metainfo/org.headscope.Headscope.metainfo.xml").getroot().iter("mediatype")}
if not opened or opened - kinds:
    sys.exit(f"failed: the metainfo opens {opened}, known are {kinds}")
END
DESTDIR="$folder" cmake --build "$build" --target uninstall >"$folder/log" 2>&1 || fail "uninstall: $(tail -3 "$folder/log")"
# what README points at lies beside it, here and where it was installed
grep -o "](\(assets\|tests\)/[^)]*)" "$root/README.md" | sed 's/^](//; s/)$//' | sort -u >"$folder/links"
[ "$(wc -l <"$folder/links")" -ge 7 ] || fail "README points at little"
while read -r link; do
    [ -s "$root/$link" ] || fail "README points at $link, which is not there"
done <"$folder/links"
left=$(find "$folder/usr" -type f -o -type l | head -3)
[ -z "$left" ] || fail "uninstall left $left"
exit $bad
