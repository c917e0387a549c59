-- Records that the rows of a delete statement are erased. The arguments of the trigger are the kind and the column that names the row.
create or replace function record_erasures() returns trigger language plpgsql as $$
begin
  execute format('insert into erasures (kind, subject) select %L, %I::text from gone', tg_argv[0], tg_argv[1]);
  return null;
end
$$;
