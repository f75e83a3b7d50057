-- The index for the reports of email providers with an HTTP API. Messages that were sent by SMTP are not in this index:
-- their id at the provider is a Message-ID, which begins with an angle bracket, and no report contains it. Some databases
-- of development versions already have this index.
create index if not exists deliveries_by_external_id_email on deliveries (lane, external_id)
  where channel = 'email' and external_id not like '<%';
