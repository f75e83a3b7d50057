-- On some channels the letter case of an address is significant. Opt-outs without a channel before the address, which
-- 0.1.0 reads, stay in lower case. Only A to Z are folded, as in every locale. Stored rows already meet the
-- constraint.
alter table opt_outs drop constraint opt_outs_address_check,
  add constraint opt_outs_address_check check (address ~ '^[a-z0-9_]+:' or address = lower(address collate "C")) not valid;
comment on column opt_outs.address is
  'with the channel and a colon before it, except of email and WhatsApp; in lower case where two spellings are one address';
