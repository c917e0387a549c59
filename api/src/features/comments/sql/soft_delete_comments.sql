-- Soft-deletes those of the `chosen` comments that belong to the author, and returns their posts. Comments without
-- replies are deleted, with the tombstones above them that have no reply left; the others become tombstones. Adding a
-- comment locks the row of its post first, and so does this: a concurrent reply is either seen here or finds no parent.
create or replace function soft_delete_comments(chosen uuid[], author uuid) returns setof uuid language plpgsql as $$
declare
  deleted_ids uuid[];
  concerned uuid[];
  candidates uuid[];
begin
  perform from posts
  where id in (select post_id from comments where id = any (chosen) and author_id = author)
  order by id for no key update;
  -- The comments of a deleted post are also deleted by the worker, which locks this row: one after the other cannot deadlock.
  perform from deleted_posts
  where post_id in (select post_id from comments where id = any (chosen) and author_id = author)
  order by post_id for update;
  select array_agg(id), array_agg(distinct post_id) into deleted_ids, concerned
  from comments where id = any (chosen) and author_id = author;

  update post_stats set comment_count = comment_count - lost.count
  from (select post_id, count(*) as count from comments where id = any (deleted_ids) group by post_id) as lost
  where lost.post_id = post_stats.post_id;
  candidates = deleted_ids;
  while candidates is not null loop
    with gone as (
      delete from comments as leaf
      where id = any (candidates) and (deleted_at is not null or id = any (deleted_ids))
        and not exists (select from comments as reply where reply.parent_id = leaf.id)
      returning parent_id)
    select array_agg(parent_id) filter (where parent_id is not null) into candidates from gone;
  end loop;
  update comments set content = '', author_id = null, temp_id = null, temp_digest = null, edited_at = null, deleted_at = now()
  where id = any (deleted_ids);
  delete from mentions where comment_id = any (deleted_ids);
  insert into erasures (kind, subject) select 'comment', unnest(deleted_ids)::text;
  -- The last statement: what notifies of a comment locks it, so that all of its notifications are seen here.
  insert into events (kind, subject_id)
  select distinct 'comment.deleted', comment_id from notification_comments where comment_id = any (deleted_ids);
  return query select unnest(concerned);
end
$$;
