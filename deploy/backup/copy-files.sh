#!/usr/bin/env bash
# Copies the bucket of pictures into the backup bucket. What was changed or deleted since is kept for 28 days, by day; then the bucket
# keeps it as an old version for up to 6 days more (bucket-lifecycle.json).
# FROM and TO are remotes of rclone: FROM=live:dolph-pictures TO=backup:dolph-backups/files
set -euo pipefail

: "${FROM:?remote of the pictures}" "${TO:?remote of the backups}"
KEEP_DAYS=28
today=$(date --utc +%F)
oldest=$(date --utc --date="$KEEP_DAYS days ago" +%F)

# exports/: copies of members' data, which are kept for seven days and can be made again.
rclone sync "$FROM" "$TO/current" --exclude '/exports/**' --backup-dir "$TO/deleted/$today" --fast-list --transfers 8

status=0
folders=$(rclone lsf --dirs-only "$TO/deleted") || status=$?
# 3: the folder does not exist, because nothing was deleted yet.
if ((status != 0 && status != 3)); then exit "$status"; fi
for folder in $folders; do
  if [[ ! "${folder%/}" > "$oldest" ]]; then rclone purge "$TO/deleted/${folder%/}"; fi
done
