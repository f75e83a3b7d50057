-- The remedy that applies once the message of an attempt has failed, beside the one while it is pending. Rows of
-- 0.1.0 have none.
alter table attempts add column final_remedy text;

-- The begin of a connection's pause, and its remedy, which is a part of pause_reason. Processes of 0.1.0 write
-- neither.
alter table connections add column paused_at timestamptz, add column pause_remedy text;
