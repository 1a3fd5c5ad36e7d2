create table uuid_secondary_table (
  id bigint auto_increment primary key,
  uuid varchar(36) not null,
  data varchar(255),
  key idx_uuid (uuid)
);
