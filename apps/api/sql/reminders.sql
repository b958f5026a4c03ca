-- Kinds of broadcasts that this reader has muted in the reminder settings. A broadcast is one row for a whole role, so
-- it is filtered when it is read.
create function muted_broadcasts(reader uuid) returns text[] language sql stable
  return array(select 'programme-closing' from reminder_settings where user_id = reader and not programme);
