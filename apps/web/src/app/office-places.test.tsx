/** From any official's page to any other in two clicks or one search: the route table against the navigation. */
import { paths } from '@ardhi/contract/paths';
import { expect, it } from 'vitest';
import { wanjiru } from '../../test/server.ts';
import { routes } from './government-routes.tsx';
import { OFFICE_ACTIONS, officePages, officePlaces } from './office-places.ts';

const manager = { ...wanjiru, manage: true };
const pathOf = (address: string) => address.replace(/[?#].*/, '');
const places = officePlaces(manager).flatMap((group) => group.places);

/** The list of each kind of record: one click opens the list, the second one the record. */
const LISTS: Record<string, string> = {
  [paths.registerFarmer(':id')]: paths.registerFarmers,
  [paths.registerLand(':id')]: paths.registerLands,
  [paths.subsidyCase(':id')]: paths.queue,
  [paths.binders(':id')]: paths.subsidyManage,
  [paths.policy(':id')]: paths.policies,
  [paths.guide(':slug')]: paths.guides,
};

it('every page can be opened by one search, every record by two clicks', () => {
  const searched = officePages(manager).map(({ to }) => pathOf(to));
  for (const { path } of routes) {
    if (!path.includes(':')) expect(searched, path).toContain(path);
    else
      expect(
        places.map(({ to }) => to),
        path,
      ).toContain(LISTS[path]);
  }
});

it('every place, page and action leads to a page', () => {
  const known = routes.map(({ path }) => path);
  for (const { to } of [...places, ...officePages(manager), ...OFFICE_ACTIONS])
    expect(known, to).toContain(pathOf(to));
});
