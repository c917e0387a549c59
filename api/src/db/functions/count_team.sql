-- Counts who is on the team of a post. The lock comes first: the statement after it sees what other transactions have counted.
create or replace function count_team() returns trigger language plpgsql as $$
declare
  changed_post uuid := case when tg_op = 'DELETE' then old.post_id else new.post_id end;
begin
  if tg_op <> 'DELETE' then
    insert into projects (post_id) values (changed_post) on conflict do nothing;
  end if;
  perform from projects where post_id = changed_post for no key update;
  update projects set
    team_size = (select count(*) from team_members where post_id = changed_post and left_at is null)
  where post_id = changed_post;
  return null;
end
$$;
