insert into `orders` (id,`email`,`born`,`d`,`note`,`made`) values (x'910a2dec89024cc1beeb8da1658eec67','1',1,0,'xxxx','2026-01-01 00:00:00.00'),(x'f893a2eefb32455eb1c18690ee42c90b','2',2,0,'xxx','2026-01-01 00:00:00.00')
insert into `orders` (id,`email`,`born`,`d`,`note`,`made`) values (x'71bb54d8d10145b9834d0bff90150280','3',3,0,'xxxx','2026-01-01 00:00:00.00')
begin
update `orders` set `born`=61178,`note`='yy',`made`=`made` where id=x'910a2dec89024cc1beeb8da1658eec67'
update `orders` set `born`=24951,`note`='yyyy',`made`=`made` where id=x'71bb54d8d10145b9834d0bff90150280'
commit
begin
delete from `orders` where id=x'71bb54d8d10145b9834d0bff90150280'
insert into `orders` (id,`n`,`email`,`born`,`d`,`note`,`made`) values (x'71bb54d8d10145b9834d0bff90150280',3,'gkNGK30/T2SKazhYPII6pg',14566095,0,'xxxx','2026-01-01 00:00:00.00')
commit
begin
delete from `orders` where id=x'f893a2eefb32455eb1c18690ee42c90b'
insert into `orders` (id,`n`,`email`,`born`,`d`,`note`,`made`) values (x'f893a2eefb32455eb1c18690ee42c90b',2,'nomc6sETS5mWBU4vmfcQbg',962386478,0,'xxx','2026-01-01 00:00:00.00')
commit
delete from `orders` where id=x'f893a2eefb32455eb1c18690ee42c90b'
delete from `orders` where id=x'71bb54d8d10145b9834d0bff90150280'
insert into `orders` (id,`email`,`born`,`d`,`note`,`made`) values (x'00000000000000000000000000000004','4',4,0,'xxx','2026-01-01 00:00:00.00')
select 1 from `orders` where id=x'910a2dec89024cc1beeb8da1658eec67'
alter table orders add key (born)
