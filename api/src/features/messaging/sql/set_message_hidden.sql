-- Withholds the text of a message from everybody, or shows it again; nothing for deleted messages. The caller has locked its conversation or
-- room.
create or replace function set_message_hidden(wanted uuid, is_hidden boolean) returns void language plpgsql as $$
declare
  message messages;
  stamp timestamptz(3);
begin
  select * into message from messages
  where shard = shard_of(wanted) and id = wanted and deleted_at is null and (hidden_at is null) = is_hidden;
  if not found then return; end if;
  select next_stamp(last_stamp) into stamp from (
    select last_stamp from conversations where id = message.conversation_id
    union all select last_stamp from rooms where id = message.conversation_id) as place;
  message.hidden_at = case when is_hidden then stamp end;
  message = store_revision(message, stamp);
  insert into events (kind, subject_id, data) values ('message.hidden', wanted, '{}');
  if message.mentions is not null then
    insert into events (kind, subject_id, data)
    values ('room.mentions-changed', message.conversation_id, jsonb_build_object('memberIds', message.mentions));
  end if;
end
$$;
