#!/bin/sh
# fetch_sources.sh - the sources of what the program is linked with, unpacked into a folder: fetch_sources.sh FOLDER
#
# They come from the Debian mirror that the machine uses; its own lists of packages are left as they are.  Upstream's
# files are pinned by their sums (sources.sha256), so that Debian's revisions make no difference.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/lists/partial"
cd "$1"
mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Created-By: Packages' | awk '$2 == "bookworm" && $1 ~ /debian\/?$/ { print $1; exit }')
echo "deb-src ${mirror:-http://deb.debian.org/debian} bookworm main" >debian.list
debian() {
    apt-get -qq -o Dir::Etc::SourceList="$PWD/debian.list" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$PWD/lists" \
        -o APT::Sandbox::User=root "$@"
}
debian update
debian source --download-only $(sed 's/^[^ ]*  //; s/_.*//' "$here/sources.sha256") >/dev/null
if ! sha256sum --quiet --check "$here/sources.sha256"; then
    echo "the mirror has other versions than $here/sources.sha256, which the engine was built and tested with" >&2
    exit 1
fi
for archive in $(sed 's/^[^ ]*  //' "$here/sources.sha256"); do
    name=${archive%%_*}
    mkdir -p "$name"
    tar --strip-components=1 -C "$name" -xf "$archive"
done
rm -rf lists ./*.orig* ./*.debian.* ./*.dsc
