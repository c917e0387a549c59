create or replace function join_thread() returns trigger language plpgsql as $$
declare
  answered comments;
begin
  select * into answered from comments
  where id = new.parent_id and post_id = new.post_id and deleted_at is null;
  if not found then
    raise foreign_key_violation using message = 'a reply answers a comment of the same post',
      constraint = 'comments_parent_id_fkey', table = 'comments';
  end if;
  -- A reply must sort after its parent: ids of the same millisecond sort randomly, and a clock can be set back.
  if new.id <= answered.id then
    new.id = uuid_v7(uuid_v7_time(answered.id) + interval '1 millisecond');
  end if;
  new.root_id = coalesce(answered.root_id, answered.id);
  if answered.depth = 5 then
    new.parent_id = answered.parent_id;
    new.depth = 5;
  else
    new.depth = answered.depth + 1;
  end if;
  return new;
end
$$;
