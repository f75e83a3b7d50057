-- Some channels have addresses in which capitals count. Opt-outs that 0.1.0 reads, which have no channel before the address, stay in
-- lower case, by the rule of every locale: A to Z and no other letter. Rows that are stored meet it.
alter table opt_outs drop constraint opt_outs_address_check,
  add constraint opt_outs_address_check check (address ~ '^[a-z0-9_]+:' or address = lower(address collate "C")) not valid;
comment on column opt_outs.address is
  'with the channel and a colon before it, except of email and WhatsApp; in lower case where two spellings are one address';
