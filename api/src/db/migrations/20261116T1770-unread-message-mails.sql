-- When a member was last mailed about unread messages of a conversation: at most once a day. Older rows are deleted.
create table unread_message_mails (
  member_id uuid not null references members on delete cascade,
  conversation_id uuid not null,
  mailed_at timestamptz(3) not null,
  primary key (member_id, conversation_id)
);
create index unread_message_mails_by_time on unread_message_mails (mailed_at);

-- The one row of the search for unread messages: all messages up to this id have been looked at.
create table unread_message_search (
  is_only boolean primary key default true check (is_only),
  last_id uuid not null
);
