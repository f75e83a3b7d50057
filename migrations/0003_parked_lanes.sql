-- Which lanes have parked messages is read from the messages themselves; the mark on the connection went with a removed one.

alter table connections drop column parked;
create index connections_paused on connections (id) where paused_until is not null;
