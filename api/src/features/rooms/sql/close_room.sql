-- Closes the room of a deleted post. Its members can read it for thirty days; if the account of the author is deleted, as long as one
-- of them remains.
create or replace function close_room() returns trigger language plpgsql as $$
declare
  closed uuid;
begin
  update rooms set name = old.title, closed_at = clock_timestamp(),
    readable_until = case when exists (select from members where id = old.author_id and deleted_at is null)
      then clock_timestamp() + interval '30 days' end
  where post_id = old.id and closed_at is null returning id into closed;
  if found then
    insert into events (kind, subject_id, data) values ('room.changed', closed, jsonb_build_object('memberIds', '[]'::jsonb));
  end if;
  return null;
end
$$;
