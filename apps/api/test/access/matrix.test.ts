/** Every call of the contract, made by nobody, its owner, another farmer and an official. */
import { type Api, api, type Route } from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../app.ts';
import { analyticsAccess, registerAccess, tileAccess } from './analytics.ts';
import { boundaryAccess } from './boundaries.ts';
import { equipmentAccess, equipmentRecordAccess } from './equipment.ts';
import {
  accessLineAccess,
  accountAccess,
  auditAccess,
  authAccess,
  batchAccess,
  complaintAccess,
  contactAccess,
  officialAccess,
  postAccess,
  secondFactorAccess,
  systemAccess,
  trailAccess,
} from './foundation.ts';
import { landAccess, landRecordAccess, landReportAccess } from './land.ts';
import { messageAccess, noticeAccess, policyAccess, reminderAccess } from './messaging.ts';
import type { AccessRow, AccessRows, World } from './rows.ts';
import {
  appealAccess,
  caseAccess,
  queueAccess,
  subsidyAccess,
  subsidyManagementAccess,
} from './subsidies.ts';

// A call without a row does not compile, and its test fails.
const rows: AccessRows<Api> = {
  ...systemAccess,
  ...trailAccess,
  ...authAccess,
  ...accountAccess,
  ...accessLineAccess,
  ...officialAccess,
  ...postAccess,
  ...auditAccess,
  ...secondFactorAccess,
  ...contactAccess,
  ...complaintAccess,
  ...landAccess,
  ...landRecordAccess,
  ...landReportAccess,
  ...boundaryAccess,
  ...subsidyAccess,
  ...subsidyManagementAccess,
  ...queueAccess,
  ...appealAccess,
  ...caseAccess,
  ...equipmentAccess,
  ...equipmentRecordAccess,
  ...analyticsAccess,
  ...registerAccess,
  ...tileAccess,
  ...noticeAccess,
  ...reminderAccess,
  ...policyAccess,
  ...messageAccess,
  ...batchAccess,
};

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const people = ['nobody', 'farmer', 'otherFarmer', 'official'] as const;

/** A session of its own, so that a call which ends it takes nothing from the others. */
async function tokenOf(person: Person): Promise<string> {
  const { body } = await app.send<{ token: string }>('POST /auth/login', {
    body: { email: person.user.email, password: PASSWORD },
  });
  return body.token;
}

async function statusFor(who: (typeof people)[number], call: string, row: AccessRow): Promise<number> {
  const { params = {}, query = {}, body } = (await row.sends?.(world)) ?? {};
  const [method = 'GET', template = ''] = call.split(' ');
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'missing');
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) search.set(key, String(value));
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (who !== 'nobody') headers.authorization = `Bearer ${await tokenOf(world[who])}`;
  // A stream has no end: its status is all that is asked for.
  const stop = new AbortController();
  const response = await fetch(`${app.url}/api${path}?${search}`, {
    method,
    headers,
    body: body === undefined || method === 'GET' ? undefined : JSON.stringify(body),
    signal: stop.signal,
  });
  stop.abort();
  return response.status;
}

describe.each(Object.keys(api) as (keyof Api)[])('%s', (call) => {
  // People of its own for each call: what one call ends or deletes is not missed by the next.
  beforeAll(async () => {
    const [farmer, otherFarmer, official] = [
      await app.as('farmer'),
      await app.as('farmer'),
      await app.as('government'),
    ];
    world = { app, farmer, otherFarmer, official };
  });

  it.each(people)('%s', async (who) => {
    const row: AccessRow | undefined = rows[call];
    expect(row, `no expectation stated for ${call}`).toBeDefined();
    const route: Route = api[call];
    const expected = row[who];
    if (who === 'nobody' && route.access !== 'public') expect(expected).toBe(401);
    expect(await statusFor(who, call, row)).toBe(expected);
  });
});
