-- What each part of the score was at a change of the whole, so that a farmer can be told what changed it. Unknown of
-- changes before this release.
alter table score_history add column parts jsonb;
