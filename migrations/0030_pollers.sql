-- Each provider connection of a channel has its own poller, because each may have a mailbox for bounce mails. The
-- first statement locks `connections` for a moment, so no statement of this migration reads a whole table.
alter table pollers drop constraint pollers_connection_id_fkey;
comment on column pollers.connection_id is 'The id in provider_connections, or of the lane while its settings are in the row of the lane.';

-- Deletes the poller of a deleted connection. The dropped constraint did this, but only for rows of `connections`.
create function delete_poller() returns trigger language plpgsql as $$
begin
  delete from pollers where connection_id = old.id;
  return null;
end
$$;
create trigger connections_poller after delete on connections for each row execute function delete_poller();
create trigger provider_connections_poller after delete on provider_connections for each row execute function delete_poller();
