-- The label of a score follows the five score buckets of the specification.
-- oldest code: 0035
alter table parcels
  drop constraint parcels_score_band_check,
  add constraint parcels_score_band_check
    check (score_band in ('initial', 'poor', 'needs attention', 'fair', 'good', 'very good'));

-- At once, not with the recomputation after the new version: a list, a filter and a map would contradict each other.
update parcels set score_band = bucket.band
from (values ('poor', 0, 20), ('needs attention', 21, 40), ('fair', 41, 60), ('good', 61, 80), ('very good', 81, 100))
  as bucket (band, lowest, highest)
where score between lowest and highest and score_band not in ('initial', bucket.band);
