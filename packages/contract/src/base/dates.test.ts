import { expect, it } from 'vitest';
import { dateInNairobi, TIME_ZONE } from './dates.ts';

it('the date in Nairobi matches the time zone database in every year', () => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const expected = new Intl.DateTimeFormat('en-CA', { timeZone: TIME_ZONE, ...parts });
  for (let year = 1930; year < 2100; year += 1) {
    for (const time of ['06-30T20:59:59.999Z', '06-30T21:00:00Z', '12-31T21:14:59Z', '12-31T21:30:00Z']) {
      const moment = new Date(`${year}-${time}`);
      expect(dateInNairobi(moment)).toBe(expected.format(moment));
    }
  }
});
