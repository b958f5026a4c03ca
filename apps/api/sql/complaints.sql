-- Who may know of a complaint.

-- Somebody who says that they were asked for money is heard by the country's desk. Neither the office that it concerns
-- nor the person whom it is about learns that there is such a complaint. `area` is the county that the official works
-- for, null for the country.
create function complaint_is_open_to(complaint complaints, official uuid, area text) returns boolean
language sql stable as $$
  select case complaint.kind
    when 'money' then area is null
      and not exists (select from complaint_subjects where complaint_id = complaint.id and user_id = official)
      and not exists (select from current_posts where official_id = official and place = complaint.county)
    else area is null or area = complaint.county
  end
$$;
