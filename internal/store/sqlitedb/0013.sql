-- Nothing changes in the tables. Programs up to schema 12 kept a checksum in
-- each page and call a database damaged whose pages have none. They refuse this one.
SELECT 1;
