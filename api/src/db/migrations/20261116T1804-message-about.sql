-- What a message is about: { post, role, title }. The title is a copy, as the message quotes it.
alter table messages add column about jsonb;
