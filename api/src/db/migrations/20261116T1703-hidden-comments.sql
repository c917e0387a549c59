-- Set while a moderator's decision hides the comment. It keeps its place in the thread, and its count.
alter table comments add column hidden_at timestamptz(3);
