/** Permissions of audit binders. */
import type { Duty } from '@ardhi/contract';
import { hasDuty, type Scope } from '../../lib/http/scope.ts';
import { problem } from '../../lib/text/problem.ts';

/** Each of these duties suffices. The scope limits the programmes and applications. */
const BINDER_DUTIES: readonly Duty[] = ['decide', 'manage'];

export function assertMayUseBinders(scope: Scope): void {
  if (!BINDER_DUTIES.some((duty) => hasDuty(scope, duty))) throw problem('duty-needed');
}
