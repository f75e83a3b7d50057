-- An attempt keeps what to do once its message has failed, beside what to do while it is pending. Rows of 0.1.0 have none.
alter table attempts add column final_remedy text;

-- When a connection's pause began, and the part of pause_reason that says what to do. Processes of 0.1.0 write neither.
alter table connections add column paused_at timestamptz, add column pause_remedy text;
