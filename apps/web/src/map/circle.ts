import type { Position, Ring } from '@ardhi/geo';

const VERTICES = 48;

/** Approximates a circle by a polygon. */
export function circleAround([lon, lat]: Position, metres: number): Ring {
  const [dx, dy] = [metres / (111_320 * Math.cos((lat * Math.PI) / 180)), metres / 110_574];
  return Array.from({ length: VERTICES + 1 }, (_, index): Position => {
    const angle = ((index % VERTICES) / VERTICES) * 2 * Math.PI;
    return [lon + dx * Math.cos(angle), lat + dy * Math.sin(angle)];
  });
}
