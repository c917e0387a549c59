-- Deletes those of the candidates, as in `mark_unused_words`, that were marked before `marked_before` and that no post contains; the
-- mark of the others is removed. A post can contain a marked word: a process that has cached the word does not register it again.
create or replace function delete_unused_words(candidates jsonb, marked_before timestamptz) returns void
language plpgsql set enable_seqscan = off as $$
begin
  -- In the order in which posts register their words, so that the two cannot deadlock.
  perform from search_words
  where word in (select candidate.word from jsonb_to_recordset(candidates) as candidate (word text))
  order by word for update;

  update search_words set unused_since = null
  from jsonb_to_recordset(candidates) as candidate (word text, terms integer[])
  where search_words.word = candidate.word
    and exists (select from post_search where post_search.terms && candidate.terms);

  with deleted as (
    delete from search_words using jsonb_to_recordset(candidates) as candidate (word text)
    where search_words.word = candidate.word and unused_since < marked_before
    returning search_words.word)
  delete from search_suffixes using deleted cross join lateral word_suffixes(deleted.word) as own (suffix)
  where search_suffixes.suffix = own.suffix and search_suffixes.word = deleted.word;
end
$$;
