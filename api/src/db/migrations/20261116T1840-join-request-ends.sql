-- Only open requests, which are few: the lists of what waits, and the limits of a member.
create index join_requests_open_by_member on join_requests (member_id, id desc) where state in ('waiting', 'talking');
create index join_requests_open_by_owner on join_requests (owner_id, id desc) where state in ('waiting', 'talking');
create index join_requests_open_by_post on join_requests (post_id, id desc) where state in ('waiting', 'talking');
-- The invitations that a member sent: the list, and the limit of a day.
create index join_requests_invitations on join_requests (sender_id, id desc) where from_owner;

-- The functions are in ../functions, which are applied after the migrations.
create function end_join_requests() returns trigger language plpgsql as 'begin return old; end';
create function withdraw_blocked_join_requests() returns trigger language plpgsql as 'begin return null; end';

-- Whatever closes or deletes a role, hides a post or blocks a member ends the requests in the same transaction.
create trigger end_join_requests before delete on roles
  for each row execute function end_join_requests();
create trigger end_join_requests_of_closed after update of state on roles
  for each row when (new.state = 'closed' and old.state <> 'closed') execute function end_join_requests();
create trigger end_join_requests_of_hidden after update of hidden_at on posts
  for each row when (new.hidden_at is not null and old.hidden_at is null) execute function end_join_requests();
create trigger withdraw_blocked_join_requests after insert on blocks
  for each row execute function withdraw_blocked_join_requests();
