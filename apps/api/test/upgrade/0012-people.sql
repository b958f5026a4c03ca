-- What people had written and been told in the tables of migration 12, beside the country of 0012.sql. It never changes.
insert into sessions (id, user_id, token_hash, device) select gen_random_uuid(), id, id::text::bytea, 'Chrome' from users;
insert into notices (id, kind, user_id, link) select gen_random_uuid(), 'land', id, '/land' from users where role = 'farmer';
insert into notices (id, kind, audience) values (gen_random_uuid(), 'policy', 'farmer');
insert into notice_reads (notice_id, user_id) select notices.id, users.id from notices, users where audience = 'farmer' and role = 'farmer';
insert into policies (id, title, description, status, created_by)
select gen_random_uuid(), 'Water', 'Less', 'Active', id from users where role = 'government';
insert into threads (id, channel_type, subject, starter_id, partner_id, message_count, last_message_at)
select gen_random_uuid(), 'government-farmer', 'Seed', official.id, farmer.id, 1, now()
from users as official, users as farmer where official.email = 'mkulima61@example.org' and farmer.role = 'farmer';
insert into messages (id, thread_id, number, sender_id, recipient_id, channel_type, subject, content, created_at)
select id, id, 1, starter_id, partner_id, channel_type, subject, 'Habari', last_message_at from threads;
insert into contact_messages (id, name, email, message) values (gen_random_uuid(), 'Amina', 'amina@example.org', 'Habari');
insert into invitations (id, code_hash, expires_at) values (gen_random_uuid(), 'code', now() + interval '1 day');
insert into audit_log (actor_id, action, entity, entity_id, after) select owner_id, 'land.create', 'land', id, '{"name": "Shamba"}' from parcels;
