-- Which lanes have parked messages is read from the messages themselves; the mark on the connection went with a removed one.
-- connections.parked stays for now: processes of the version before read and write it while an upgrade is under way.

drop index connections_paused;
create index connections_paused on connections (id) where paused_until is not null;
