-- Inserts the event that a member is no longer a co-owner, because the post is deleted. Nothing is left to do for a deleted member.
create or replace function insert_co_owner_removed() returns trigger language plpgsql as $$
begin
  if exists (select from members where id = old.member_id and deleted_at is null) then
    insert into events (kind, subject_id, data)
    values ('co-owner.removed', old.post_id, jsonb_build_object('memberIds', jsonb_build_array(old.member_id)));
  end if;
  return null;
end
$$;
