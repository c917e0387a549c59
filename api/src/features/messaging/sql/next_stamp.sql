create or replace function next_stamp(last timestamptz) returns timestamptz
language sql volatile
return greatest(date_trunc('milliseconds', clock_timestamp()), last + interval '1 millisecond');
