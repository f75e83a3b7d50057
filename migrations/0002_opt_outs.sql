-- Addresses that opted out, by workspace and mode. The service checks them when it accepts a message and when it sends
-- the message.

create table opt_outs (
  id bigint generated always as identity primary key,
  workspace_id bigint not null references workspaces,
  mode text not null check (mode in ('live', 'test')),
  address text not null check (address = lower(address)),
  delivery_id bigint,
  at timestamptz not null,
  unique (workspace_id, mode, address)
);
comment on column opt_outs.address is 'in lower case: one mailbox however it is written';
comment on column opt_outs.delivery_id is 'the message whose link was used; null when a person entered it';
