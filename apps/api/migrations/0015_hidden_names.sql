-- In a conversation about an overlap neither farmer learns who the other is, until both have agreed to show names.

-- While there are aliases, each side is shown by its alias instead of its id, name and address. Both agreed: they go.
alter table threads
  add column starter_alias     uuid,
  add column partner_alias     uuid,
  add column starter_agreed_at timestamptz(3),
  add column partner_agreed_at timestamptz(3),
  add constraint threads_aliases check (
    (starter_alias is null) = (partner_alias is null)
    and (starter_alias is null or starter_agreed_at is null or partner_agreed_at is null)
  );

-- Of those begun under names, the ones in which both have written stay so: each knew who would read the answer. Where the
-- other has not written yet, names are hidden from now on. The trail knows those whose overlap was mended since.
update threads set starter_alias = gen_random_uuid(), partner_alias = gen_random_uuid()
where id in (
    select thread_id from boundary_overlaps where thread_id is not null
    union
    select (after ->> 'threadId')::uuid from audit_log
    where entity = 'message' and action = 'message.send' and after ? 'overlapId')
  and not exists (select from messages where thread_id = threads.id and sender_id = threads.partner_id);
