create table ulid_secondary_table (
  id bigint auto_increment primary key,
  ulid varchar(26) not null,
  data varchar(255),
  key idx_ulid (ulid)
);
