/** Test boundaries: squares on a grid of about eleven metres, near Njoro. */
import type { Boundary, BoundaryGeometry, BoundaryInput } from '@ardhi/contract';
import type { Person } from './app.ts';

type Corner = [x: number, y: number];

export const at = ([x, y]: Corner): [number, number] => [
  Number((35.9 + x / 10_000).toFixed(7)),
  Number((-0.3 + y / 10_000).toFixed(7)),
];
export const ring = (...corners: Corner[]) => [...corners, corners[0]!].map(at);
export const polygon = (...coordinates: unknown[]): BoundaryGeometry => ({ type: 'Polygon', coordinates });

/** With its south-west corner at x, y. */
export function rectangle(x: number, y: number, width = 10, height = 10): BoundaryGeometry {
  return polygon(ring([x, y], [x + width, y], [x + width, y + height], [x, y + height]));
}

/** Sets a boundary that must be accepted. */
export async function setBoundary(
  farmer: Person,
  landId: string,
  geometry: BoundaryGeometry,
  more: Partial<BoundaryInput> = {},
): Promise<Boundary> {
  const response = await farmer.send<Boundary>(`PUT /land/${landId}/boundary`, {
    body: { geometry, ...more },
  });
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(response.body)}`);
  return response.body;
}
