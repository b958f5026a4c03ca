/** Results of the checks in one language. */
import { CHECKS, type Language, type SystemCheck, type SystemState } from '@ardhi/contract';
import own from '../../../package.json' with { type: 'json' };
import { listFailedTasks } from '../../lib/jobs/jobs.ts';
import { translator } from '../../lib/text/i18n.ts';
import { type CheckContext, type Line, runChecks } from './checks.ts';

export async function systemState(context: CheckContext, language: Language): Promise<SystemState> {
  const t = translator(language);
  const format = new Intl.DateTimeFormat(`${language}-KE`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Africa/Nairobi',
  });
  const textOf = ({ key, values = {} }: Line) => {
    const formatted = Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? format.format(value) : value,
    ]);
    return t(key, Object.fromEntries(formatted));
  };
  const [found, failedTasks] = await Promise.all([
    runChecks(context),
    // Without a database the checks say so.
    context.db instanceof Error ? [] : listFailedTasks(context.db).catch(() => []),
  ]);
  const checks = CHECKS.map((name): SystemCheck => {
    const { state, lines } = found[name];
    return { name, state, title: t(`doctor.title.${name}`), texts: lines.map(textOf) };
  });
  return { checkedAt: new Date().toISOString(), version: own.version, checks, failedTasks };
}
