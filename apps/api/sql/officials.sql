-- Independence of officials (docs/decisions/0020-four-eyes-and-appeals.md).

-- Invitations and password resets that still make an official dependent on the one who gave them.
create view live_grants as
  select user_id, given_by from account_grants as given
  where not exists (select from vouchings where vouchings.user_id = given.user_id and vouchings.at > given.at);

-- Officials who signed in with the same browser within a day. First and last sign-in of each are known.
create view shared_browsers as
  select own.user_id as official_id, other.user_id as other_id
  from devices as own
  join devices as other on other.token_hash = own.token_hash and other.user_id <> own.user_id
  where (select count(*) from users where id in (own.user_id, other.user_id) and role = 'government') = 2
    and exists (
      select from unnest(array[own.created_at, own.last_used_at]) as here,
        unnest(array[other.created_at, other.last_used_at]) as there
      where here - there between interval '-1 day' and interval '1 day');

-- Those of the others on whom the official depends, or who depend on the official or on the same third official. Each
-- official has a lineage: the official, everyone with the same mailbox, those who let one of them in, and so on. Two
-- officials are dependent if their lineages meet: then one of them, or a third, may control both accounts. `union` ends
-- cycles.
--
-- A vouching ends the earlier grants to the member, except for accounts that the member let in between such a grant and
-- the vouching (`acted_at`): the one who gave the grant may have let them in through the member.
create function dependent_officials(official uuid, others uuid[]) returns setof uuid language sql stable as $$
  with recursive lineage (official_id, member_id, acted_at) as (
    select one, one, 'infinity'::timestamptz from unnest(others || official) as one
    union
    select lineage.official_id, tie.member_id, tie.acted_at from lineage, lateral (
      select given_by, coalesce(issued_at, at) from account_grants as given
      where user_id = lineage.member_id and not exists (
        select from vouchings where vouchings.user_id = given.user_id and vouchings.at > given.at
          and not (given.at <= lineage.acted_at and lineage.acted_at < vouchings.at))
      union all
      select twin.id, lineage.acted_at from users as member
      join users as twin on canonical_mailbox(twin.email) = canonical_mailbox(member.email)
      where member.id = lineage.member_id and twin.role = 'government'
      union all
      -- Also with closed accounts, whose address is erased.
      select twin.id, lineage.acted_at from users as member
      join users as twin using (mailbox_hash) where member.id = lineage.member_id
    ) as tie (member_id, acted_at)
  )
  select distinct other.official_id from lineage as own join lineage as other using (member_id)
  where own.official_id = official and other.official_id <> official
$$;
