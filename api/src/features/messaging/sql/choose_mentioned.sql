-- The members of a room whom a message mentions, five at most: the author of the message that it answers, then those whom it names, `names`
-- in lower case. Only those who read the room, `present`, without a block between them and the sender; null if there is none.
create or replace function choose_mentioned(sender uuid, present uuid[], names text[], answered uuid) returns uuid[]
language plpgsql stable as $$
begin
  return (
    select array_agg(id order by place) from (
      select wanted.id, min(place) as place from (
        select sender_id as id, 0 as place from messages where shard = shard_of(answered) and messages.id = answered
        union all
        select members.id, place from unnest(names) with ordinality as named (name, place)
        join members on lower(username) = name) as wanted
      where wanted.id = any (present) and not is_blocked(sender, wanted.id)
      group by wanted.id order by place limit 5) as first);
end
$$;
