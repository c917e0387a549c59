-- Copies the terms of an edited post to its entries in `top_post_terms`.
create or replace function copy_post_terms() returns trigger language plpgsql as $$
begin
  update top_post_terms set terms = new.terms where post_id = new.post_id;
  return null;
end
$$;
