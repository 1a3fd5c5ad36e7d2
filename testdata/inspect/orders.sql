create table orders (id binary(16) not null primary key, customer_id bigint not null,
  note varbinary(100) not null, key customer (customer_id))
