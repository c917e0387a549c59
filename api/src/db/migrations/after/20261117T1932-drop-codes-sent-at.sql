-- The time of each code has been in `code_requests` since 20261116T0900.
alter table codes drop column sent_at;
