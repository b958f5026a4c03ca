/**
 * The number of a complaint: seven digits and a check digit after Damm, which finds every single wrong digit and every
 * two that were swapped. Free of zod, so that a page may load it.
 */
const TABLE = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];
const DIGITS = 7;
/** Numbers that follow each other look nothing alike, and none comes twice. */
const SPREAD = 7_654_321;

const check = (digits: string): string =>
  [...digits].reduce((row, digit) => TABLE[Number(row)]![Number(digit)]!, '0');

/** Of the so-many-th complaint. */
export function complaintNumber(count: number): string {
  const digits = String((count * SPREAD) % 10 ** DIGITS).padStart(DIGITS, '0');
  return digits + check(digits);
}

/** As it is stored, from what somebody heard and typed; null where it can be no number of a complaint. */
export function readComplaintNumber(typed: string): string | null {
  const digits = typed.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) && check(digits) === '0' ? digits : null;
}

/** In two groups, as it is read out. */
export const spokenNumber = (number: string): string => `${number.slice(0, 4)} ${number.slice(4)}`;
