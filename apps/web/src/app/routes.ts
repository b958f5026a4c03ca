/**
 * Routes after login: one lazily loaded file per role. To add a page, add an entry to the file of its role and the first
 * segment of its path to PROTECTED_PREFIXES.
 */
import type { Role } from '@ardhi/contract';
import { matchPath } from 'react-router';
import { type LazyPage, lazyPage } from '../lib/page/lazy-page.tsx';

const files = {
  farmer: () => import('./farmer-routes.tsx'),
  government: () => import('./government-routes.tsx'),
} satisfies Record<Role, unknown>;

/** Route component of each role. */
export const rolePages: Record<Role, LazyPage> = {
  farmer: lazyPage(files.farmer, ['places']),
  government: lazyPage(files.government, ['office', 'places']),
};

/** The page at this path for this role, for preloading. */
export async function pageFor(pathname: string, role: Role): Promise<LazyPage | undefined> {
  const { routes } = await files[role]();
  return routes.find(({ path }) => matchPath(path, pathname))?.page;
}
