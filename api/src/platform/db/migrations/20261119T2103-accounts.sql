-- What happens to connections with GitHub, and the methods GitHub and emailed code.
alter table account_events drop constraint account_events_kind_check;
alter table account_events add constraint account_events_kind_check check (kind in (
  'signed-in', 'sign-in-failed', 'password-changed', 'password-reset', 'email-change-requested', 'email-changed',
  'email-change-undone', 'other-sessions-ended', 'oldest-session-ended', 'proof-given', 'proof-failed', 'github-connected',
  'github-disconnected', 'account-deleted')) not valid;
alter table account_events drop constraint account_events_method_check;
alter table account_events add constraint account_events_method_check
  check (method in ('password', 'google', 'github', 'code')) not valid;
