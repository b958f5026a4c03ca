import { describe, expect, it } from 'vitest';
import type { MapColours } from '../../map/colours.ts';
import { tileLayers } from './tile-layers.ts';

const colours = new Proxy({} as MapColours, { get: (_, name) => String(name) });
const paintOf = (id: string, overImagery: boolean) =>
  tileLayers(colours, overImagery).find((layer) => layer.id === id)!.paint as Record<string, unknown>;

describe('the layers of all parcels', () => {
  it('let satellite pictures show through, with a light outline', () => {
    expect(paintOf('all-parcels', false)).toMatchObject({ 'fill-opacity': 0.8 });
    expect(paintOf('all-parcels', true)).toMatchObject({ 'fill-opacity': 0.25 });
    expect(paintOf('all-cells', true)['fill-opacity']).toEqual(expect.arrayContaining([0.25, 0.5]));
    expect(paintOf('all-parcel-borders', true)).toMatchObject({ 'line-color': '#fff' });
  });
});
