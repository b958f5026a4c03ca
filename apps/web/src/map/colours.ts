/** Reads the style sheet's colour tokens for the canvas, which does not support CSS variables. */

const TOKENS = [
  'paper',
  'surface',
  'sunken',
  'line',
  'line-strong',
  'edge',
  'ink',
  'muted',
  'primary',
  'water',
  'water-soft',
  'ochre',
  'clay',
  'clay-soft',
  'grey-soft',
  'score-0',
  'score-1',
  'score-2',
  'score-3',
  'score-4',
  'score-5',
] as const;

export type MapColours = Record<(typeof TOKENS)[number], string>;

export function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    TOKENS.map((token) => [token, style.getPropertyValue(`--${token}`).trim()]),
  ) as MapColours;
}
