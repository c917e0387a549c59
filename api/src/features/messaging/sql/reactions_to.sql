-- Who reacted how to a message; null if nobody did. Volatile, so that it sees a reaction that the same statement has stored.
create or replace function reactions_to(changed uuid) returns json language plpgsql volatile as $$
begin
  return (
    select json_object_agg(kind, member_ids order by kind) from (
      select kind, json_agg(member_id order by member_id) as member_ids from message_reactions
      where message_id = changed group by kind) as reacted);
end
$$;
