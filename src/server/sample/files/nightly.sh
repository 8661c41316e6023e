#!/bin/sh
# Nightly copy of the archive to the disk in the cellar.
set -eu
stamp=$(date +%F)
rsync -a --delete --link-dest=../latest /srv/archive/ "/mnt/cellar/$stamp/"
ln -sfn "$stamp" /mnt/cellar/latest
