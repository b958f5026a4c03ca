/** Race between two neighbours: one draws across the border while the other deletes the parcel behind it. */
import { expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { newParcel } from '../../../test/land.ts';
import { insertOverlaps } from '../../farm/boundaries/overlap-queries.ts';
import { lockPlaces } from '../../farm/boundaries/queries.ts';

const app = testApp();

it('an overlap inserted while one of its parcels is being deleted is not counted', async () => {
  const [drawing, deleting] = [await app.as('farmer'), await app.as('farmer')];
  const first = (await newParcel(drawing))._id;
  const second = (await newParcel(deleting))._id;
  await setBoundary(drawing, first, rectangle(0, 0));
  const { geometry } = await setBoundary(deleting, second, rectangle(30, 0));

  let isRemoved = false;
  let remove: Promise<unknown> = Promise.resolve();
  await app.services.transaction(async ({ db }) => {
    // Takes the same lock as saving the first boundary.
    await lockPlaces(db, [{ west: 35.9, south: -0.3, east: 35.904, north: -0.299 }]);
    const shape = [geometry.coordinates] as never;
    await insertOverlaps(db, first, [{ otherId: second, strip: { shape, areaSquareMetres: 50 } }]);
    remove = deleting.send(`DELETE /land/${second}`).then(() => {
      isRemoved = true;
    });
    await expect.poll(async () => isRemoved || (await isAnyLockBlocked())).toBe(true);
  });
  await remove;
  await expectExact(app.db);
});

async function isAnyLockBlocked(): Promise<boolean> {
  const rows = await app.db
    .selectFrom('pg_locks' as never)
    .select('granted' as never)
    .where('granted' as never, '=', false as never)
    .execute();
  return rows.length > 0;
}
