-- The columns that find the person of a row are those of the address table, to which a channel adds its own.
alter table imports drop constraint imports_match_by_check;
