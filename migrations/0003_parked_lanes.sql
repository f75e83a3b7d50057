-- The lanes with excluded messages are read from the messages themselves. The mark on a connection was lost with the
-- connection. Its column stays for now: processes of the previous version read and write it during an upgrade.

drop index connections_paused;
create index connections_paused on connections (id) where paused_until is not null;
