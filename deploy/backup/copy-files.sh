#!/usr/bin/env bash
# Copies the bucket of pictures into the backup bucket. What was changed or deleted since is kept for 35 days, by day.
# FROM and TO are remotes of rclone: FROM=live:dolph-pictures TO=backup:dolph-backups/files
set -euo pipefail

: "${FROM:?remote of the pictures}" "${TO:?remote of the backups}"
KEEP_DAYS=35
today=$(date --utc +%F)
oldest=$(date --utc --date="$KEEP_DAYS days ago" +%F)

rclone sync "$FROM" "$TO/current" --backup-dir "$TO/deleted/$today" --fast-list --transfers 8

rclone lsf --dirs-only "$TO/deleted" 2>/dev/null | while read -r folder; do
  if [[ "${folder%/}" < "$oldest" ]]; then rclone purge "$TO/deleted/${folder%/}"; fi
done
