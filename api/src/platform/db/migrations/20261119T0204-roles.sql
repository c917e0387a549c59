-- no transaction
-- Skills by their beginning: under "C" the terms with the same beginning stand together.
create index concurrently if not exists open_role_terms_by_start on open_role_terms (term collate "C");
