-- All suffixes of a word, truncated to the longest searched length. A name is a word that begins with a space, which
-- also precedes each of its suffixes.
create or replace function word_suffixes(word text) returns setof text language sql immutable strict parallel safe as $$
  select distinct repeat(' ', mark) || substr(word, first, 20)
  from (select (word like ' %')::integer as mark) as name
  cross join lateral generate_series(1 + mark, char_length(word)) as first
$$;
