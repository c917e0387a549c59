-- Whether the author of the post was notified that the repository of this link is archived.
alter table repositories add column if not exists is_archival_announced boolean not null default false;
