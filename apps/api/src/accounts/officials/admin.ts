/** Account commands for operators: `npm run admin -- …`. */
import { parseArgs } from 'node:util';
import { Duty, money } from '@ardhi/contract';
import * as z from 'zod';
import { type AddressedChangeEvent, notifyProcesses } from '../../lib/database/change-events.ts';
import { connect } from '../../lib/database/database.ts';
import { NATIONAL_SCOPE } from '../../lib/http/scope.ts';
import { SYSTEM, transactionOf, type WriteContext } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { type MessageKey, translator } from '../../lib/text/i18n.ts';
import { moneyText, toCents } from '../../lib/text/money.ts';
import { Problem } from '../../lib/text/problem.ts';
import type { PostLimits } from '../posts/limits.ts';
import { listOwnPosts } from '../posts/queries.ts';
import { assignPost, endPost, knownCounty } from '../posts/service.ts';
import { deleteSecondFactors, endEnrolment } from '../second-factors/queries.ts';
import { makeEnrolCode } from '../second-factors/service.ts';
import { lockManagers } from '../users/managers.ts';
import { findUserByEmail } from '../users/queries.ts';
import { vouch } from './independence.ts';
import { listOfficials } from './queries.ts';
import { changeManage, changeSuspended, invite, makeResetCode } from './service.ts';

export const ADMIN_USAGE = `use: npm run admin -- list
     npm run admin -- invite [--note "Nakuru office"]
     npm run admin -- reset|reset-second-factor|enrol-code|suspend|unsuspend|grant-manage|revoke-manage|end-posts EMAIL
     npm run admin -- push-keys
     npm run admin -- vouch EMAIL [--note "Met in person"]
     npm run admin -- post EMAIL country|COUNTY auditor|view[,decide][,manage] [--limit KES] [--month-limit KES]`;

type AccountCommand = (
  context: WriteContext<undefined>,
  email: string,
  note: string | null,
) => Promise<string[]>;

async function person({ db }: WriteContext<undefined>, email: string) {
  const found = await findUserByEmail(db, email);
  if (!found) throw new Error(`there is no account with the address ${email}`);
  return found;
}

async function official(context: WriteContext<undefined>, email: string) {
  const found = await person(context, email);
  if (found.role !== 'government') throw new Error(`${email} is not an official's account`);
  return found;
}

async function enrolCode(context: WriteContext<undefined>, officialId: string): Promise<string[]> {
  const { code, expiresAt } = await makeEnrolCode(context, officialId);
  return [`code for the first second factor, where one is required, until ${expiresAt}: ${code}`];
}

const accountCommands: Record<string, AccountCommand> = {
  reset: async (context, email) => {
    const { code, expiresAt } = await makeResetCode(context, await person(context, email), {
      official: 'Ardhi',
    });
    return [`code for a new password, until ${expiresAt}: ${code}`];
  },
  'reset-second-factor': async (context, email) => {
    const { id } = await official(context, email);
    await deleteSecondFactors(context.db, id);
    // A password that leaked meanwhile must not be enough to add a factor.
    await endEnrolment(context.db, id);
    await context.audit({ action: 'user.reset-factors', entityId: id });
    context.emit({ user: id }, 'session');
    return [
      `${email} signs in with the password alone, and may set up a new second factor`,
      ...(await enrolCode(context, id)),
    ];
  },
  'enrol-code': async (context, email) => enrolCode(context, (await official(context, email)).id),
  suspend: async (context, email) => {
    await changeSuspended(context, (await person(context, email)).id, true);
    return [`${email} is suspended; its sessions have ended`];
  },
  unsuspend: async (context, email) => {
    await changeSuspended(context, (await person(context, email)).id, false);
    return [`${email} may sign in again`];
  },
  'grant-manage': async (context, email) => {
    await changeManage(context, (await official(context, email)).id, true);
    return [`${email} manages accounts`];
  },
  'revoke-manage': async (context, email) => {
    await changeManage(context, (await official(context, email)).id, false);
    return [`${email} no longer manages accounts`];
  },
  vouch: async (context, email, note) => {
    await vouch(context, { officialId: (await official(context, email)).id, voucher: null, note });
    return [`${email} counts as independent of those who let them in so far`];
  },
  'end-posts': async (context, email) => {
    const { id } = await official(context, email);
    await lockManagers(context.db);
    const posts = await listOwnPosts(context.db, id);
    for (const { id: postId, place, duties } of posts)
      await endPost(context, { id: postId, official_id: id, place, duties });
    return [`${email} has no post any more; ${posts.length} ended`];
  },
};

/** Assigns a post. Needed for the first one, when no official can assign posts yet. */
async function post(
  context: WriteContext<undefined>,
  [email = '', area = '', duties = '']: string[],
  limits: PostLimits,
): Promise<string[]> {
  const { id } = await official(context, email);
  const county = area === 'country' ? null : knownCounty(area);
  if (county === undefined) throw new Error(`there is no county with the name ${area}`);
  const parsedDuties = z.array(Duty).safeParse([...new Set(duties.split(','))]);
  if (!parsedDuties.success) throw new Error(ADMIN_USAGE);
  const isAuditor = parsedDuties.data.includes('auditor') && parsedDuties.data.length === 1;
  const isOther = parsedDuties.data.includes('view') && !parsedDuties.data.includes('auditor');
  if (!isAuditor && !isOther) throw new Error(ADMIN_USAGE);
  if (parsedDuties.data.includes('ombudsperson'))
    throw new Error('two managers appoint an ombudsperson, on the page of the complaints');
  await assignPost(context, { officialId: id, county, duties: parsedDuties.data, limits });
  const texts = [
    limits.limitCents !== null && `limit ${moneyText(limits.limitCents)}`,
    limits.monthLimitCents !== null && `monthly limit ${moneyText(limits.monthLimitCents)}`,
  ];
  return [
    [`${email} has a post: ${county ?? 'country'}`, ...parsedDuties.data, ...texts.filter(Boolean)].join(
      ', ',
    ),
  ];
}

/** An option in shillings; null if it is absent. */
function centsOf(option: string | undefined): number | null {
  if (option === undefined) return null;
  const parsed = money.safeParse(option);
  if (!parsed.success) throw new Error(ADMIN_USAGE);
  return toCents(parsed.data);
}

async function list({ db }: WriteContext<undefined>): Promise<string[]> {
  const rows = await listOfficials(db, NATIONAL_SCOPE, { limit: 10_000, after: null });
  if (rows.length === 0) return ['no officials yet'];
  return rows.map((row) =>
    [row.email, row.name, row.manage ? 'manages' : '', row.suspended_at ? 'suspended' : '']
      .filter(Boolean)
      .join('\t'),
  );
}

/** Runs one command and returns the lines to print. Change events reach the server processes as usual. */
export async function runAdmin(connectionString: string, env: Env, args: string[]): Promise<string[]> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { note: { type: 'string' }, limit: { type: 'string' }, 'month-limit': { type: 'string' } },
  });
  const [command = '', email] = positionals;
  const run = accountCommands[command];
  const isKnown = run || ['list', 'invite', 'post'].includes(command);
  if (!isKnown || positionals.length !== (command === 'post' ? 4 : run ? 2 : 1)) throw new Error(ADMIN_USAGE);

  const { db, close } = connect(connectionString);
  const events: AddressedChangeEvent[] = [];
  const transaction = transactionOf(
    { db, env, changeEvents: { publish: (published) => events.push(...published) } },
    SYSTEM,
  );
  try {
    const lines = await transaction(async (context) => {
      if (run) return run(context, email!, values.note ?? null);
      if (command === 'post')
        return post(context, positionals.slice(1), {
          limitCents: centsOf(values.limit),
          monthLimitCents: centsOf(values['month-limit']),
        });
      if (command === 'list') return list(context);
      const { code, row } = await invite(context, { note: values.note ?? 'npm run admin', county: null });
      return [`invitation for one official, until ${row.expires_at}: ${code}`];
    });
    await notifyProcesses(db, 'admin', events);
    return lines;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [issue] = error.details.issues ?? [];
    const { key, values } = issue ?? { key: `problem.${error.code}`, values: error.details.values };
    throw new Error(translator('en')(key as MessageKey, values));
  } finally {
    await close();
  }
}
