/** Borders that two farmers do not agree on; officials have settled some. */
import { bboxOf } from '@ardhi/geo';
import type { DemoOverlap } from '../../farm/boundaries/demo.ts';
import { isoOf, momentOf } from '../calendar.ts';
import type { Country } from '../country.ts';

const HOUR = 3_600_000;
const SETTLED = 0.3;
const NOTES = [
  'Both walked the border with the chief; the hedge is the border.',
  'The survey plan of 1998 was found. The border runs along the old fence.',
  'Agreed in a meeting of both families: the path belongs to neither.',
];

export function addOverlaps(
  { loader, random, officials, hero, asOf }: Country,
  overlaps: DemoOverlap[],
): void {
  const chance = random.fork('overlaps');
  for (const { first, second, strip } of overlaps) {
    const at = Math.max(first.at, second.at);
    const settledAt = at + chance.whole(4 * 24, 40 * 24) * HOUR;
    // The one on the farmer's own land is there to be looked at.
    const own = first.ownerId === hero.id || second.ownerId === hero.id;
    const settled = chance.chance(SETTLED) && !own && settledAt < momentOf(asOf, 0);
    const [low, high] = [first.id, second.id].sort();
    const { west, south, east, north } = bboxOf(strip.shape);
    loader.add('boundary_overlaps', {
      id: chance.id(at),
      first_parcel_id: low!,
      second_parcel_id: high!,
      coordinates: JSON.stringify(strip.shape),
      extent: `((${east},${north}),(${west},${south}))`,
      area_m2: strip.areaSquareMetres,
      status: settled ? 'settled' : 'open',
      note: settled ? chance.pick(NOTES) : null,
      settled_by: settled ? chance.pick(officials).id : null,
      settled_at: settled ? isoOf(settledAt) : null,
      revision: settled ? 2 : 1,
      created_at: isoOf(at),
      updated_at: isoOf(settled ? settledAt : at),
    });
  }
}
