create or replace function delete_word(deleted text) returns void language sql as $$
  delete from search_suffixes where word = deleted and suffix in (select word_suffixes(deleted));
  delete from search_words where word = deleted;
$$;
