-- Vacuumed when a hundredth of the posts is new instead of a fifth: only then does a scan read the index without the table.
alter table post_search set (autovacuum_vacuum_insert_scale_factor = 0.01);
