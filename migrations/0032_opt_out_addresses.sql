-- On some channels, two addresses can differ only in upper and lower case. The constraint therefore permits upper case
-- in rows where the name of the channel precedes the address. Rows without the name of a channel stay in lower case,
-- because 0.1.0 reads these rows. Only the letters A to Z are changed to lower case, so that the result does not depend
-- on the locale of the database. All stored rows already meet the new constraint.
alter table opt_outs drop constraint opt_outs_address_check,
  add constraint opt_outs_address_check check (address ~ '^[a-z0-9_]+:' or address = lower(address collate "C")) not valid;
comment on column opt_outs.address is
  'with the channel and a colon before it, except of email and WhatsApp; in lower case where two spellings are one address';
