-- oldest code: 0023
-- Open overlaps of the whole country are counted too: one between two counties is in the figure of both, so that those
-- cannot be added up. The upgrade fills what is empty.
delete from rollup_overlaps;
