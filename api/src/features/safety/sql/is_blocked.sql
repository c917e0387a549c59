-- Whether either of the two blocked the other. PL/pgSQL keeps the plan for the session; a function in SQL would be planned again in
-- each transaction.
create or replace function is_blocked(one uuid, other uuid)
returns boolean language plpgsql stable parallel safe as $$
begin
  return exists (
    select from blocks where member_id = one and other_id = other
    union all
    select from blocks where member_id = other and other_id = one);
end
$$;
