#!/bin/sh
# Prepares the data folder as root, then goes on as the user `node` without any way back.
set -eu
install -d -o 1000 -g 1000 -m 0700 /data/tealight
install -o 1000 -g 1000 -m 0400 /data/options.json /tmp/options.json
exec setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
  node run.ts /tmp/options.json
