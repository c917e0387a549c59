create or replace function forget_word(forgotten text) returns void language sql as $$
  delete from search_suffixes where word = forgotten and suffix in (select word_suffixes(forgotten));
  delete from search_words where word = forgotten;
$$;
