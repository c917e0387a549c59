-- For processes of the previous release, which know neither blocks nor limits: to them the recipient does not exist. Replaced by
-- `insert_message`.
create or replace function store_message(sender uuid, recipient uuid, said text, temp text, may_open boolean)
returns table (status text, message messages) language sql as $$
  select case when stored.status in ('limited', 'blocked') then 'no-recipient' else stored.status end, stored.message
  from insert_message(sender, recipient, said, temp, may_open) as stored
$$;
