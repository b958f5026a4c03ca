// @vitest-environment jsdom
import { checkGeometry, roundShape, type Shape, toGeometry } from '@ardhi/geo';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { starShape } from '../../../../../packages/geo/src/shapes.arbitrary.ts';
import { fileName, toGeoJson, toKml } from './export.ts';
import { readFile } from './import/read-file.ts';

const parcel = (shape: Shape) => ({
  id: 'a',
  name: 'Shamba <la> "juu" & Wanjikũ',
  shape,
  areaSquareMetres: 12_345,
});

async function readBack(text: string, name: string) {
  const [area] = await readFile(new File([text], name));
  const checked = checkGeometry(area?.geometry);
  if ('fault' in checked) throw new Error(checked.fault.code);
  return { name: area?.name, shape: checked.shape };
}

/** As the server stores it: outer rings counter-clockwise, holes clockwise. */
function normalize(shape: Shape): Shape {
  const checked = checkGeometry(toGeometry(roundShape(shape)));
  if ('fault' in checked) throw new Error(checked.fault.code);
  return checked.shape;
}

describe('exporting and re-importing a boundary', () => {
  it.each([
    ['GeoJSON', toGeoJson, 'a.geojson'],
    ['KML', toKml, 'a.kml'],
  ])('%s preserves corners to seven decimals, holes, parts and the name', async (_, write, name) => {
    await fc.assert(
      fc.asyncProperty(starShape(), async (random) => {
        const shape = normalize(random);
        const back = await readBack(write([parcel(shape)]), name);
        expect(back.shape).toEqual(shape);
        expect(back.name).toBe('Shamba <la> "juu" & Wanjikũ');
      }),
      { numRuns: 100 },
    );
  });

  it('writes several parcels to one file', async () => {
    const shapes = fc.sample(starShape(), 3).map(normalize);
    const areas = await readFile(new File([toKml(shapes.map(parcel))], 'a.kml'));
    expect(areas).toHaveLength(3);
  });

  it('names the file after the parcel', () => {
    expect(fileName(' Shamba la juu / 2 ', 'kml')).toBe('Shamba-la-juu-2.kml');
    expect(fileName('???', 'kml')).toBe('ardhi.kml');
  });
});
