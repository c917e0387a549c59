-- Until this time the session may make calls that need proof that the member, and not somebody at their browser, makes them.
alter table sessions add proved_until timestamptz(3);

-- A link that undoes a change of email stores the old email, one that makes the change the new one.
alter table links drop constraint links_purpose_check;
alter table links add constraint links_purpose_check
  check (purpose in ('verify-email', 'reset-password', 'change-email', 'undo-email-change')
    and (purpose in ('change-email', 'undo-email-change')) = (email is not null));
