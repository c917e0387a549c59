-- The owner who answered first, with whom the person then talks. Null in an invitation, which `sender_id` names the owner of.
alter table join_requests add column answered_by uuid references members on delete set null;
