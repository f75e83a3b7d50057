-- Removes the fixed list of columns by which an import can find recipients. The service now reads them from the table
-- of address kinds, so that a new channel can add its columns.
alter table imports drop constraint imports_match_by_check;
