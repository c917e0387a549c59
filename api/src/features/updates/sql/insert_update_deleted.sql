-- Inserts the event that an update is deleted which named members. Before the deletion, which takes the rows of those members along.
create or replace function insert_update_deleted() returns trigger language plpgsql as $$
begin
  insert into events (kind, subject_id, data)
  select 'update.deleted', old.id, jsonb_build_object('memberIds', jsonb_agg(member_id))
  from update_mentions where update_id = old.id having count(*) > 0;
  return old;
end
$$;
