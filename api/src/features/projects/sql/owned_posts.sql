-- The posts for which the member may write: their own, and those of teams on which they are a co-owner.
create or replace function owned_posts(member uuid) returns setof uuid language sql stable as $$
  select id from posts where author_id = member
  union
  select posts.id from team_members join posts on posts.id = team_members.post_id
  where team_members.member_id = member and is_co_owner and left_at is null and posts.hidden_at is null
    and not is_blocked(posts.author_id, member)
$$;
