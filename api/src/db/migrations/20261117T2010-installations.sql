-- Which installation this database belongs to. The list of erasures in the backup store carries the id, so that the list of another
-- installation is never repeated here. A restored backup has the id of the database that it was made of.
create table installations (
  id uuid primary key default uuid_v7(),
  is_only boolean not null default true unique check (is_only)
);
-- Here and not when it is first needed: a backup from before that moment would get another id.
insert into installations default values;
