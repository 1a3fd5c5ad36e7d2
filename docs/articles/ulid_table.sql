create table ulid_table (id varchar(26) primary key, data varchar(255));
