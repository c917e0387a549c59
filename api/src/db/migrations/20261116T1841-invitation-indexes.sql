-- Invitations are few among requests: the lists find them without reading past the requests.
create index join_requests_invitations_by_owner on join_requests (owner_id, id desc) where from_owner;
create index join_requests_invitations_by_member on join_requests (member_id, id desc) where from_owner;
