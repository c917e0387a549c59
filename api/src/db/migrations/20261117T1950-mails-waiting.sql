-- no transaction
-- The metrics read how many mails wait and since when; a week of sent mails is in the same table.
create index concurrently if not exists mails_waiting on mails (id) where state in ('due', 'sending');
