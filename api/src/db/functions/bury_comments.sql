-- For processes of the previous release. Replaced by `soft_delete_comments`.
create or replace function bury_comments(chosen uuid[], author uuid) returns setof uuid language sql as $$
  select soft_delete_comments(chosen, author)
$$;
