-- What is due is claimed in an order that no other index has: by ids alone, the primary key could be chosen, and with it a
-- walk past everything that has ended.

drop index outgoing_ready;
create index outgoing_due on outgoing (lane, created_at, id) where ready;
