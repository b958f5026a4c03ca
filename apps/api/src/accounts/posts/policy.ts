import type { Area } from '../../lib/http/scope.ts';
import type { Env } from '../../lib/settings/env.ts';

/**
 * Whether somebody may be given a post here. Who never had one works for the whole country, where posts are not
 * necessary: a county would take that from them by giving them one of its own.
 */
export function mayPost(env: Env, scope: Area, official: { posted: boolean }): boolean {
  return scope.kind === 'national' || official.posted || env.jurisdiction === 'strict';
}
