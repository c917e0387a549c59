-- Writes the terms of a member who is open to join: those by which everybody is found, and the topics. Removes them if the member is not.
create or replace function write_seeker_terms(member uuid) returns void language plpgsql as $$
begin
  -- The end of the availability waits for these terms, or they see that it has ended: none stay behind.
  perform from availabilities where member_id = member for key share;
  delete from seeker_terms where member_id = member;
  insert into seeker_terms (term, renewed_on, member_id)
  select term, renewed_on, member_id from (
    select renewed_on, member_id, unnest(people_search.terms) as term from availabilities join people_search using (member_id)
    where member_id = member
    union
    select renewed_on, member_id, 'topic:' || unnest(topics) from availabilities where member_id = member) as terms;
end
$$;
