-- Deletes what belongs to deleted messages. No foreign keys: their partitioned table has no key by id alone.
create or replace function delete_message_parts() returns trigger language plpgsql as $$
begin
  delete from message_reactions where message_id in (select id from gone where revised_at is not null);
  delete from message_versions where message_id in (select id from gone where revised_at is not null);
  -- The next cleanup removes them with their files.
  perform remove_message_pictures(array_agg(id), '{}', '-infinity') from gone
  where is_markdown or revised_at is not null having count(*) > 0;
  return null;
end
$$;
