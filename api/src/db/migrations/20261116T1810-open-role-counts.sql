-- The terms of open roles and the counts in `projects` follow every change of roles, teams and topics, whatever makes it: a call, the
-- heartbeat, the erasure of a member. The bodies of the functions are in db/functions.
create or replace function write_open_role_terms() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace function write_topic_terms() returns trigger language plpgsql as $$ begin return null; end $$;
create or replace function count_team() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger write_open_role_terms after insert or delete or update of state, skills, skill_keys, confirmed_on on roles
  for each row execute function write_open_role_terms();
create trigger write_topic_terms after update of topics on projects
  for each row when (old.topics is distinct from new.topics) execute function write_topic_terms();
create trigger count_team after insert or delete or update of left_at on team_members
  for each row execute function count_team();
