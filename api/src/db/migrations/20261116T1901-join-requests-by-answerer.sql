-- no transaction
create index concurrently if not exists join_requests_by_answerer on join_requests (answered_by) where answered_by is not null;
