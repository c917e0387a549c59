-- The messages of a room that are older than `before` and newer than `after`, the newest first. In PL/pgSQL for the reasons of
-- `messages_before`.
create or replace function room_messages_before(room uuid, after uuid, before uuid, row_limit integer) returns setof messages
language plpgsql stable rows 60 set plan_cache_mode = force_generic_plan as $$
declare
  shard_of_room smallint = shard_of(room);
begin
  return query
    select * from messages
    where shard = shard_of_room and conversation_id = room and id > after and id < before
    order by id desc limit row_limit;
end
$$;
