-- Messages of a paused connection are excluded from claims. To find the connections with excluded messages, the service
-- now reads the messages. Until now, it read a mark on the connection, but the mark was lost when the connection was
-- deleted. The column of the mark stays, because processes of the previous version use it during an upgrade.

drop index connections_paused;
create index connections_paused on connections (id) where paused_until is not null;
