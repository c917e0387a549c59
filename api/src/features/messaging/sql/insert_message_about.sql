-- For processes of the release before: `insert_rich_message` took its place.
create or replace function insert_message_about(
  sender uuid, recipient uuid, message_text text, temp text, may_open boolean, about_post uuid, about_role uuid)
returns table (status text, message messages) language plpgsql as $$
begin
  return query select * from insert_rich_message(
    sender, recipient, message_text, temp, may_open, about_post, about_role, false, false, null);
end
$$;
