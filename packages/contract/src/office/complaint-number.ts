/**
 * Complaint numbers: seven digits and a Damm check digit, which detects every single wrong digit and every
 * transposition of adjacent digits. Does not import zod, so that web pages can load it.
 */
const DAMM_TABLE = [
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
/** Numbers without the check digit. */
export const COMPLAINT_NUMBERS = 10 ** DIGITS;

const checkDigit = (digits: string): string =>
  [...digits].reduce((row, digit) => DAMM_TABLE[Number(row)]![Number(digit)]!, '0');

/** Adds the check digit to a whole number below `COMPLAINT_NUMBERS`. */
export function complaintNumber(value: number): string {
  const digits = String(value).padStart(DIGITS, '0');
  return digits + checkDigit(digits);
}

/** Normalizes a typed number; returns null if it is not a valid complaint number. */
export function readComplaintNumber(typed: string): string | null {
  const digits = typed.replace(/[\s.-]/g, '');
  return /^\d{8}$/.test(digits) && checkDigit(digits) === '0' ? digits : null;
}

/** Two groups of four digits, for reading aloud. */
export const spokenNumber = (number: string): string => `${number.slice(0, 4)} ${number.slice(4)}`;
