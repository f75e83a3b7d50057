-- The columns by which an import can find recipients come from the address table, and a new channel adds its own.
alter table imports drop constraint imports_match_by_check;
