-- The post, or a role of it, that a member wants to write about, as `MessageAbout` of the contract; null if they may not read it.
create or replace function find_about(member uuid, about_post uuid, about_role uuid) returns jsonb language sql stable as $$
  select jsonb_build_object('post', post.id, 'role', role.id, 'title', concat_ws(' · ', role.title, post.title))
  from posts as post
  join members as author on author.id = post.author_id and author.deleted_at is null
  left join roles as role on role.id = about_role and role.post_id = post.id and (
    role.state <> 'closed' or post.author_id = member
    or exists (select from join_requests where role_id = role.id and member_id = member))
  where post.id = about_post and post.hidden_at is null and (about_role is null or role.id is not null)
    and not is_blocked(member, post.author_id)
$$;
