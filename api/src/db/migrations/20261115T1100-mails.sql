-- The outbox: queued mails and, for a week, those that were sent, so that the key of a mail is used only once.
-- The payload is encrypted while it waits. Once the mail is sent, payload and recipient are erased.
create table mails (
  id uuid primary key default uuid_v7(),
  key text not null unique check (char_length(key) between 1 and 200),
  recipient text,
  template text not null,
  payload bytea,
  state text not null default 'due' check (state in ('due', 'sending', 'sent', 'given-up')),
  attempts integer not null default 0,
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  created_at timestamptz(3) not null generated always as (uuid_v7_time(id)) stored,
  -- One plain address: anything that a mail server could parse as a name, a list or a header is rejected.
  constraint mails_recipient check (
    char_length(recipient) <= 254 and recipient ~ '^[A-Za-z0-9.!#$%&''*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$'),
  constraint mails_forget check (
    (state in ('due', 'sending')) = (recipient is not null)
    and (state in ('due', 'sending')) = (payload is not null)),
  check ((state = 'sent') = (sent_at is not null))
);
