-- Posts of officials that are valid today.

create view current_posts as
  select * from posts
  where ended_at is null and from_day <= nairobi_date(now()) and coalesce(until_day >= nairobi_date(now()), true);

-- The official's current post: the selected one, or else the first that was assigned.
create function working_post(official uuid) returns setof posts language sql stable rows 1 as $$
  select current_posts.* from current_posts join users on users.id = official_id
  where official_id = official
  order by current_posts.id is distinct from users.post_id, given_at, current_posts.id limit 1
$$;

-- Milliseconds until the next start or end day of the official's posts; null if there is none.
create function posts_change_in_ms(official uuid) returns double precision language sql stable as $$
  select min(extract(epoch from change - now()) * 1000)::double precision
  from posts, unnest(array[from_day::timestamp, (until_day + 1)::timestamp]) as day,
    lateral (select day at time zone 'Africa/Nairobi' as change) as moments
  where official_id = official and ended_at is null and change > now()
$$;
