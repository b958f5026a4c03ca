import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

describe('a line for spreadsheets', () => {
  it('quotes what any spreadsheet takes for the end of a cell', () => {
    expect(csvLine(['a;b', 'c\td', 'e,f', 'g\nh', 'say "i"', 'plain'])).toBe(
      '"a;b","c\td","e,f","g\nh","say ""i""",plain\r\n',
    );
  });

  it('makes text of what a spreadsheet would run, and leaves numbers', () => {
    expect(csvLine(['=1+1', '+254700', '-3.5', '@x', '\t=1', null])).toBe(
      `'=1+1,'+254700,-3.5,'@x,"'\t=1",\r\n`,
    );
  });
});
