-- no transaction
alter table pictures validate constraint pictures_size_check;
