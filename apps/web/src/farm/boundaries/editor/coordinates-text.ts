/** Converts vertices to and from text: one per line, latitude first as on title deeds and GPS devices. */
import { type Position, roundPosition } from '@ardhi/geo';
import type { Outline } from './editor-state.ts';

const HOLE_PREFIX = '-';

export function textOfOutlines(outlines: readonly Outline[]): string {
  return outlines
    .map(({ vertices, hole }) => {
      const lines = vertices.map(([lon, lat]) => `${lat.toFixed(7)}, ${lon.toFixed(7)}`);
      return (hole ? [HOLE_PREFIX, ...lines] : lines).join('\n');
    })
    .join('\n\n');
}

const NUMBER = /[+-]?\d+(?:\.\d+)?/g;

/** Outlines are separated by an empty line; one that starts with a single `-` is a hole. */
export function outlinesOfText(text: string): { outlines: Outline[] } | { wrongLine: number } {
  const outlines: Outline[] = [];
  let open: Outline | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === '') {
      open = null;
      continue;
    }
    if (!open) {
      open = { vertices: [], hole: content === HOLE_PREFIX };
      outlines.push(open);
      if (open.hole) continue;
    }
    const vertex = vertexOf(content);
    if (!vertex) return { wrongLine: index + 1 };
    open.vertices.push(vertex);
  }
  return { outlines: outlines.filter(({ vertices }) => vertices.length > 0) };
}

function vertexOf(line: string): Position | null {
  const numbers = line.match(NUMBER) ?? [];
  if (numbers.length !== 2 || /[a-z]/i.test(line.replace(/[nsew°]/gi, ''))) return null;
  const [lat, lon] = numbers.map(Number) as [number, number];
  // Some users write both the letter S and the minus sign.
  return roundPosition([lon, /s/i.test(line) ? -Math.abs(lat) : lat]);
}
