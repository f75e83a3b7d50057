-- The number of failed messages in a month that were cancelled. The failure rate does not include these messages.
alter table usage_channels add column cancelled bigint not null default 0;
comment on column usage_channels.cancelled is 'a part of failed; processes before 0.2.0 do not count them here';
