-- Codes that prove a member without password and Google, and that delete such an account.
alter table codes drop constraint codes_purpose_check;
alter table codes add constraint codes_purpose_check
  check (purpose in ('change-password', 'proof', 'delete-account')) not valid;
