import type { Area } from '../../lib/http/scope.ts';
import type { Env } from '../../lib/settings/env.ts';

/**
 * Whether `scope` may assign a post to the official. Unless jurisdiction is strict, an official who never had a post
 * works nationally, and a county post would take that away.
 */
export function canAssignPost(env: Env, scope: Area, official: { posted: boolean }): boolean {
  return scope.kind === 'national' || official.posted || env.jurisdiction === 'strict';
}
