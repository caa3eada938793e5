#!/bin/sh
# Starts Chromium ($TEALIGHT_CHROMIUM) for a server that runs as root: as a user and group that nothing else on the
# machine has, whose only folder is the browser's own, so that the sandbox works and no file of the server is in reach.
# The number is from the range that systemd keeps for users that exist only while a program runs.
user=61705
for argument; do
  case $argument in
    --user-data-dir=*) HOME=${argument#*=} ;;
  esac
done
chown -R "$user:$user" "$HOME" || exit 1
export HOME
exec setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all -- "$TEALIGHT_CHROMIUM" "$@"
