-- Writes the topics of a project as terms of its open roles.
create or replace function write_topic_terms() returns trigger language plpgsql as $$
begin
  delete from open_role_terms using roles
  where roles.post_id = new.post_id and role_id = roles.id and open_role_terms.term like 'topic:%';
  insert into open_role_terms (term, confirmed_on, role_id)
  select 'topic:' || topic, confirmed_on, id from roles cross join unnest(new.topics) as topic
  where post_id = new.post_id and state = 'open';
  return null;
end
$$;
