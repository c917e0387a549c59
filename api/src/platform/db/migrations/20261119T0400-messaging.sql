-- Messages that are more than a text. Both columns are null in others, whose rows do not grow.
alter table messages
  -- The text is Markdown: the sender's browser said so, and only then is it shown as such.
  add column is_markdown boolean,
  -- The earlier message that this one answers. No foreign key: it stays when that message is gone.
  add column reply_to uuid;
