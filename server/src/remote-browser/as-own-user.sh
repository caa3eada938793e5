#!/bin/sh
# Starts Chromium ($TEALIGHT_CHROMIUM) for a server that runs as root: with a separate user and group that own only the
# browser's folder, so that the sandbox works and Chromium has no access to files of the server. The user id is from the
# range that systemd reserves for temporary users.
user=61705
for argument; do
  case $argument in
    --user-data-dir=*) HOME=${argument#*=} ;;
  esac
done
chown -R "$user:$user" "$HOME" || exit 1
export HOME
exec setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all -- "$TEALIGHT_CHROMIUM" "$@"
