import { expect, it } from 'vitest';
import { api, type Route } from './index.ts';

it('limits every search, and every file beyond own data', () => {
  const unlimited = (Object.entries(api) as [string, Route][]).filter(([, route]) => {
    const searches = route.query !== undefined && 'q' in route.query.shape;
    const exports = /csv|pdf|octet|json/.test(route.produces ?? '') && route.access !== 'farmer';
    return (searches || exports) && !route.limit;
  });
  expect(unlimited.map(([call]) => call)).toEqual([]);
});
