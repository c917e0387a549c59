-- The page that a visitor wanted before signing up: the link in the mail may be opened in another browser.
alter table pending_sign_ups add column if not exists next_path text check (length(next_path) <= 3000);
alter table links add column if not exists next_path text check (length(next_path) <= 3000);
