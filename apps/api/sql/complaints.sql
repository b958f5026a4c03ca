-- Visibility of complaints.

-- Whether the complaint concerns the official: as its subject, or because the office concerned is theirs.
create function complaint_concerns(complaint complaints, official uuid) returns boolean
language sql stable as $$
  select exists (select from complaint_subjects where complaint_id = complaint.id and user_id = official)
    or exists (select from current_posts where official_id = official and place = complaint.county)
$$;

-- Without an ombudsperson who is not a subject of the complaint, it goes to national managers. Former ombudspersons count,
-- and those of the county: otherwise a manager could end their post, or assign them one in the county, to read it.
create function complaint_needs_manager(complaint complaints) returns boolean
language sql stable as $$
  select not exists (
    select from posts where 'ombudsperson' = any (duties) and not exists (
      select from complaint_subjects where complaint_id = complaint.id and user_id = official_id))
$$;

-- Same rule as `scopeOf` in the API: the account flag counts only for officials who never had a post.
create function manages_accounts(official uuid) returns boolean
language sql stable as $$
  select exists (select from working_post(official) where 'manage' = any (duties))
    or exists (select from users where id = official and manage)
      and not exists (select from posts where official_id = official)
$$;

-- Only ombudspersons see a complaint about money (kind `money`). Neither the county office concerned nor the subjects of
-- the complaint learn that it exists. A complaint about conduct is hidden from its subjects. `area` is the official's
-- county, null for a national official.
create function complaint_is_open_to(complaint complaints, official uuid, area text) returns boolean
language sql stable as $$
  select case complaint.kind
    when 'money' then area is null and not complaint_concerns(complaint, official) and (
      exists (select from working_post(official) where 'ombudsperson' = any (duties))
      or manages_accounts(official) and complaint_needs_manager(complaint))
    when 'conduct' then (area is null or area = complaint.county)
      and not exists (select from complaint_subjects where complaint_id = complaint.id and user_id = official)
    else area is null or area = complaint.county
  end
$$;

-- Whether the proposal can be confirmed: neither its manager nor the official has lost what it depends on.
create function is_open_proposal(proposal ombudsperson_proposals) returns boolean
language sql stable as $$
  select proposal.post_id is null and proposal.expires_at > now()
    and (select count(*) from users
      where id in (proposal.official_id, proposal.proposed_by) and deleted_at is null and suspended_at is null) = 2
    and manages_accounts(proposal.proposed_by)
$$;

-- Current ombudspersons who can sign in.
create view current_ombudspersons as
  select users.id, users.name from users
  where deleted_at is null and suspended_at is null
    and exists (select from current_posts where official_id = users.id and 'ombudsperson' = any (duties));

-- Open complaints about money that have no reader at present, among the thousand that are due first: one without a reader
-- stays open until it is among them. Leaves out those that concern the caller.
create function unseen_complaints(official uuid) returns integer
language sql stable as $$
  select count(*)::integer from (
    select * from complaints where kind = 'money' and answered_at is null
    order by due_on, created_at, id limit 1000) as due
  join complaints on complaints.id = due.id
  where not complaint_needs_manager(complaints)
    and not complaint_concerns(complaints, official)
    and not exists (
      select from current_ombudspersons as reader where not complaint_concerns(complaints, reader.id))
$$;
