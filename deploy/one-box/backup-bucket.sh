#!/bin/sh
# Copies the folder of the backups into a bucket, or back: the remote `bucket` of rclone, whose settings are in bucket.env.
# backup-bucket.sh loop: every ten minutes. backup-bucket.sh upload|download: once.
set -u
folder=/backup

# What lists the backups comes last, so that it never names files that are not there yet. What the folder forgets, the bucket forgets.
upload() {
  rclone copy "$folder" "bucket:$BACKUP_BUCKET" --exclude '/*' --exclude '*.info*' --fast-list || return 1
  rclone sync "$folder" "bucket:$BACKUP_BUCKET" --exclude '/*' --fast-list || return 1
  # For the textfile collector of a node exporter.
  printf '# TYPE bucket_copy_last_success_seconds gauge\nbucket_copy_last_success_seconds %s\n' "$(date +%s)" >"$folder/new.prom"
  mv "$folder/new.prom" "$folder/dolph-bucket-copy.prom"
}

case ${1:?loop, upload or download} in
loop)
  trap 'exit 0' TERM
  while :; do
    upload || echo 'the backups were not copied into the bucket; next attempt in ten minutes' >&2
    sleep 600 &
    wait $!
  done
  ;;
upload) upload ;;
download) rclone copy "bucket:$BACKUP_BUCKET" "$folder" --fast-list ;;
esac
