/**
 * What signed-in people are shown where: one file of routes for each role, fetched for whoever is signed in. A new page
 * is one entry in the file of who may open it; the first part of its address is named in PROTECTED_PREFIXES.
 */
import type { Role } from '@ardhi/contract';
import { matchPath } from 'react-router';
import { type LazyPage, lazyPage } from '../lib/page/lazy-page.tsx';

const files = {
  farmer: () => import('./farmer-routes.tsx'),
  government: () => import('./government-routes.tsx'),
} satisfies Record<Role, unknown>;

/** Draws the page of the address for one role. */
export const rolePages: Record<Role, LazyPage> = {
  farmer: lazyPage(files.farmer),
  government: lazyPage(files.government),
};

/** The page that this person will be shown, so that it can be fetched before it is drawn. */
export async function pageFor(pathname: string, role: Role): Promise<LazyPage | undefined> {
  const { routes } = await files[role]();
  return routes.find(({ path }) => matchPath(path, pathname))?.page;
}
