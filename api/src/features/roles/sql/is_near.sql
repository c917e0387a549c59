-- Whether a place `near_hours` ahead of UTC is within `spread` hours of a time zone today; also without a time zone. A name that
-- PostgreSQL does not know is near nothing. A zone such as +05:30 is read here: PostgreSQL takes its sign the other way round.
create or replace function is_near(zone text, spread integer, near_hours double precision)
returns boolean language plpgsql stable cost 1000 as $$
declare
  apart double precision;
begin
  if zone is null then return true; end if;
  if zone ~ '^[+-]\d\d' then
    apart := left(zone, 3)::integer
      + case when length(zone) > 3 then (left(zone, 1) || right(zone, 2))::integer / 60.0 else 0 end;
  else
    apart := extract(epoch from (now() at time zone zone) - (now() at time zone 'UTC')) / 3600;
  end if;
  apart := abs(apart - near_hours);
  return least(apart, 24 - apart) <= spread;
exception when invalid_parameter_value then
  return false;
end
$$;
