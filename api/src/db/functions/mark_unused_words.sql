-- Marks those of the candidates that no post contains: `[{"word": …, "terms": […]}]`, with the terms of a word in every time bucket.
-- Sequential scans are disabled: `terms` have no statistics, and PostgreSQL would expect to find a post after a few rows.
create or replace function mark_unused_words(candidates jsonb) returns void language sql set enable_seqscan = off as $$
  update search_words set unused_since = now()
  from jsonb_to_recordset(candidates) as candidate (word text, terms integer[])
  where search_words.word = candidate.word and unused_since is null
    and not exists (select from post_search where post_search.terms && candidate.terms)
$$;
