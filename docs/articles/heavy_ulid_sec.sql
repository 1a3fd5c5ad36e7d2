create table heavy_ulid_sec (
  id bigint auto_increment primary key,
  sub_id varchar(26),
  content varchar(2000),
  created_at timestamp,
  key idx_ulid (sub_id)
);
