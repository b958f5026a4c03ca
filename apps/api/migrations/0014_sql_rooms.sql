-- Functions, triggers and views now live in apps/api/sql/, which is run anew with every upgrade. What the files before
-- this one made of them goes; `drawn_from` stays, because indexes are made of it.

-- The triggers go with their functions.
drop function count_parcel, cover_parcels, count_farmer, place_farmer, move_farmer, count_equipment, count_usage,
  place_application, count_subsidy, place_overlap, count_overlap, move_what_hangs_on_parcel, count_in_cell,
  count_overlap_in_cell, rename_subsidy_owner, move_applications cascade;
drop view live_parcels, live_scores, live_soils, live_cover, live_farmers, live_equipment, live_equipment_days,
  live_subsidies, live_overlaps, live_cells, recount_parcels, recount_scores, recount_soils, recount_cover,
  recount_farmers, machine_regions, recount_equipment, recount_equipment_days, recount_subsidies, recount_overlaps,
  recount_cells;
drop function nairobi_date, cover_steps, cover_of, regions_of, hold_places, count_machine, application_counties,
  application_regions, count_application, overlap_counties, fold_figures, fold_cells, fold_rollups, settle_cover,
  verify_figures, verify_rollups, rebuild_figures, rebuild_rollups, cell_x, cell_y, cell_place, count_cell,
  count_overlap_cell, lock_places;
