create table uuid_table (id varchar(36) primary key, data varchar(255));
