-- The remedy that applies after the delivery has failed. The existing column contains the remedy that applies while the
-- delivery is pending. In rows of 0.1.0, the new column is null.
alter table attempts add column final_remedy text;

-- The time when the connection was paused, and the remedy, which is also part of pause_reason. Processes of 0.1.0 do
-- not write these columns.
alter table connections add column paused_at timestamptz, add column pause_remedy text;
