/** Finds discrepancies that matter for a decision. Pure functions. */
import type { Difference } from '@ardhi/contract';
import { acresOf } from '@ardhi/geo';
import { fromCents } from '../../lib/text/money.ts';
import type { CaseApplicationRow, CaseParcelRow } from './queries.ts';

/** Ignores differences within normal measuring error: a quarter acre, or the given share of the larger size. */
const differs = (one: number, other: number, share: number) =>
  Math.abs(one - other) > Math.max(0.25, share * Math.max(one, other));

const FARM_SHARE = 0.2;
const PARCEL_SHARE = 0.1;

export interface CaseFacts {
  farmSizeAcres: number | null;
  registeredAcres: number;
  parcels: readonly CaseParcelRow[];
  others: readonly CaseApplicationRow[];
  /** The application under decision. */
  asked?: {
    amountCents: number;
    programmeId: string | null;
    leftCents: number | null;
    /** The application names land that the official does not see: the farm cannot be compared with what is left. */
    landElsewhere: boolean;
  };
}

const NOTHING = { stated: null, found: null, parcel: null, application: null };

export function differencesOf({
  farmSizeAcres,
  registeredAcres,
  parcels,
  others,
  asked,
}: CaseFacts): Difference[] {
  const found: Difference[] = [];
  if (farmSizeAcres !== null && !asked?.landElsewhere && differs(farmSizeAcres, registeredAcres, FARM_SHARE))
    found.push({ ...NOTHING, kind: 'farm-size', stated: farmSizeAcres, found: round(registeredAcres) });
  for (const { id, name, size_acres, boundary_area_m2, open_overlaps } of parcels) {
    const parcel = { _id: id, name };
    const measured = boundary_area_m2 === null ? null : acresOf(boundary_area_m2);
    if (measured !== null && differs(size_acres, measured, PARCEL_SHARE))
      found.push({ ...NOTHING, kind: 'parcel-size', stated: size_acres, found: round(measured), parcel });
    if (open_overlaps > 0) found.push({ ...NOTHING, kind: 'open-overlap', found: open_overlaps, parcel });
  }
  if (!asked) return found;
  for (const { id, name, status, programme_id } of others)
    if (programme_id !== null && programme_id === asked.programmeId && status !== 'rejected')
      found.push({ ...NOTHING, kind: 'same-programme', application: { _id: id, name } });
  if (asked.leftCents !== null && asked.amountCents > asked.leftCents)
    found.push({
      ...NOTHING,
      kind: 'over-budget',
      stated: fromCents(asked.amountCents),
      found: fromCents(asked.leftCents),
    });
  return found;
}

const round = (acres: number) => Math.round(acres * 100) / 100;
