#!/bin/sh
# Restarts the processes of Ardhi on this machine one after another, each when the one before is ready. Stops at the
# first that does not become ready, so that the others keep serving.
set -eu
units=$(systemctl list-units --all --plain --no-legend 'ardhi@*.service' | cut -d ' ' -f 1)
for unit in $units; do
  port=${unit#ardhi@}
  port=${port%.service}
  systemctl restart "$unit"
  # A migration of a large database takes minutes.
  curl --silent --show-error --fail --output /dev/null --retry 600 --retry-delay 1 --retry-all-errors \
    "http://127.0.0.1:$port/api/ready" 2>/dev/null ||
    { echo "$unit is not ready: see journalctl -u $unit" >&2; exit 1; }
  echo "$unit is ready"
  # The proxy notices it with its next check.
  sleep 2
done
