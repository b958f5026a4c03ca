import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('CSV line', () => {
  it('quotes every separator that a spreadsheet may use', () => {
    expect(csvLine(['a;b', 'c\td', 'e,f', 'g\nh', 'say "i"', 'plain'])).toBe(
      '"a;b","c\td","e,f","g\nh","say ""i""",plain\r\n',
    );
  });

  it('turns formulas into text and keeps numbers', () => {
    expect(csvLine(['=1+1', '+254700', '-3.5', '@x', '\t=1', null])).toBe(
      `'=1+1,'+254700,-3.5,'@x,"'\t=1",\r\n`,
    );
  });
});
