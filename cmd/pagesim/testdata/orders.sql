create table orders (
  id char(36) character set latin1 not null primary key, -- the key
  user_id bigint unsigned not null,
  email varchar(80) not null,
  created_at datetime not null default current_timestamp,
  note text,
  unique key (email),
  key user (user_id), key created (created_at)
);
