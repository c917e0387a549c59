-- For processes of the previous release, which expect refusals as errors. Replaced by `store_message`.
create or replace function send_message(sender uuid, recipient uuid, said text, temp text, may_open boolean)
returns table (message messages, is_new boolean) language plpgsql as $$
declare
  stored record;
begin
  select * into stored from store_message(sender, recipient, said, temp, may_open);
  case stored.status
    when 'no-recipient' then raise no_data_found using message = 'the recipient does not exist';
    when 'conflict' then raise unique_violation using message = 'the key belongs to another message';
    when 'no-conversation' then return;
    else
      message = stored.message;
      is_new = stored.status = 'sent';
      return next;
  end case;
end
$$;
