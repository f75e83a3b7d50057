-- Adds the number of cancelled messages per month. The column `failed` counts these messages too, but the failure rate
-- does not include them.
alter table usage_channels add column cancelled bigint not null default 0;
comment on column usage_channels.cancelled is 'a part of failed; processes before 0.2.0 do not count them here';
