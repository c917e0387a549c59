-- When codes were requested, by a keyed hash of the email, sign-up or member that they are for. Emails without an account or
-- sign-up are counted too: the refusal of a request that comes too early does not tell which emails are known.
-- `codes.sent_at` and the count of `pending_sign_ups.sent_at` limit nothing any more.
create table code_requests (
  key bytea primary key check (octet_length(key) = 32),
  requested_at timestamptz(3)[] not null default '{}',
  expires_at timestamptz(3) not null
);
create index code_requests_by_expiry on code_requests (expires_at);

alter table codes alter column sent_at set default '{}';
