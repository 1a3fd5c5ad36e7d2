create table orders (
  id char(26) character set ascii not null primary key,
  customer_id bigint unsigned not null,
  email varchar(120) not null,
  status enum('new','paid','sent') not null default 'new',
  created_at datetime not null default current_timestamp,
  note varchar(500),
  unique key (email),
  key customer (customer_id, created_at)
);
