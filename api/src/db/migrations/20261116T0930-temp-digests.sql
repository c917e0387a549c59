-- A digest of the content under `temp_id` as it was first sent: posts and comments can be edited, so their present text
-- does not say whether the same content is sent again. Null without a `temp_id`, and in rows that are older than this column.
alter table posts add temp_digest bytea;
alter table comments add temp_digest bytea;
