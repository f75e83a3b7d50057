-- The newest message that a member has cleared from the test inbox. The inbox shows only the messages after it.
alter table workspaces add column test_inbox_cleared_to bigint not null default 0;
