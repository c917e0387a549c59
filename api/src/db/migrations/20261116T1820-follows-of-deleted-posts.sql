-- The follows of a deleted post are deleted in batches, each after the last one of the batch before.
alter table deleted_posts add column last_follower_id uuid not null default '00000000-0000-0000-0000-000000000000';
