-- The owner of a post with whom `person` talks: `owner` if they are still a co-owner and no block stands between the two, otherwise the
-- author. PL/pgSQL keeps the plan for the session.
create or replace function reachable_owner(owner uuid, post uuid, author uuid, person uuid)
returns uuid language plpgsql stable as $$
begin
  if owner is null or owner = author then
    return author;
  end if;
  return case when not is_blocked(owner, person) and exists (
    select from team_members join posts on posts.id = team_members.post_id
    where team_members.post_id = post and member_id = owner and is_co_owner and left_at is null
      and hidden_at is null and not is_blocked(owner, author)) then owner else author end;
end
$$;
