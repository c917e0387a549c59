-- Adds or takes back a reaction. The status is 'changed' with the other members who read the message, 'same' without a change, or a refusal:
-- 'no-message'; 'final' for lines, deleted and hidden messages; 'blocked' also if the member and the sender have a block between them; or
-- the obstacle that would refuse a message.
create or replace function react_to_message(member uuid, wanted uuid, reaction text, is_set boolean)
returns table (status text, message messages, peer uuid, readers uuid[]) language plpgsql as $$
declare
  locked record;
begin
  select * into locked from lock_message(member, wanted);
  status = case
    when not found then 'no-message'
    when num_nonnulls((locked.message).line, (locked.message).deleted_at, (locked.message).hidden_at) > 0 then 'final'
    when locked.obstacle is not null then locked.obstacle
    when is_blocked(member, (locked.message).sender_id) then 'blocked'
  end;
  if status is not null then
    return next;
    return;
  end if;
  if is_set then
    insert into message_reactions (message_id, member_id, kind) values (wanted, member, reaction) on conflict do nothing;
  else
    delete from message_reactions where message_id = wanted and member_id = member and kind = reaction;
  end if;
  status = case when found then 'changed' else 'same' end;
  peer = locked.peer;
  readers = locked.readers;
  message = locked.message;
  if status = 'changed' then message = store_revision(message, locked.stamp); end if;
  return next;
end
$$;
