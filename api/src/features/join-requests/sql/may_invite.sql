-- Whether a member may be invited by the other: they are open to join, or the two share a team or a conversation.
create or replace function may_invite(sender uuid, person uuid) returns boolean language plpgsql stable as $$
begin
  return exists (select from availabilities where member_id = person and until >= (now() at time zone 'UTC')::date)
    or exists (select from conversations where low_id = least(sender, person) and high_id = greatest(sender, person))
    or exists (
      select from team_members as of_person join posts on posts.id = of_person.post_id
      where of_person.member_id = person and of_person.left_at is null and (posts.author_id = sender or exists (
        select from team_members as of_sender
        where of_sender.post_id = posts.id and of_sender.member_id = sender and of_sender.left_at is null)))
    or exists (
      select from team_members as of_sender join posts on posts.id = of_sender.post_id
      where of_sender.member_id = sender and of_sender.left_at is null and posts.author_id = person);
end
$$;
