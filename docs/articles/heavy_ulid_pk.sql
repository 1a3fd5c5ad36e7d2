create table heavy_ulid_pk (
  id varchar(26) primary key,
  content varchar(2000),
  created_at timestamp
);
