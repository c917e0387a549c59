-- no transaction
-- For moderators, who see how long the oldest request has waited for an answer.
create index concurrently if not exists join_requests_waiting on join_requests (id) where state = 'waiting' and not from_owner;
