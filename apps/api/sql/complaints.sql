-- Visibility of complaints.

-- Only the national office sees a bribery complaint (kind `money`). Neither the county office concerned nor the subjects
-- of the complaint learn that it exists. `area` is the official's county, null for a national official.
create function complaint_is_open_to(complaint complaints, official uuid, area text) returns boolean
language sql stable as $$
  select case complaint.kind
    when 'money' then area is null
      and not exists (select from complaint_subjects where complaint_id = complaint.id and user_id = official)
      and not exists (select from current_posts where official_id = official and place = complaint.county)
    else area is null or area = complaint.county
  end
$$;
