/**
 * Offices that farmers write to: one for each county, and the national one. An office is not a row: its id is derived
 * from its place, so that a phone can address it without a network.
 */

/** The national office, as in posts. */
export const NATIONAL_OFFICE = '';

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** Id of the office of a county, or of the national office: a version 8 UUID made of four FNV-1a hashes. */
export function officeId(place: string): string {
  const hex = [0, 1, 2, 3].map((part) => hash(`office ${part} ${place}`)).join('');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

function hash(text: string): string {
  let value = FNV_OFFSET;
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), FNV_PRIME);
  return (value >>> 0).toString(16).padStart(8, '0');
}
