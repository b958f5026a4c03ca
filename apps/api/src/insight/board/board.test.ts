/** The board, against a recount of a random history in plain JavaScript. */
import type { Board, BoardFigures, BoardRecord, BoardReport, Problem } from '@ardhi/contract';
import { addDays, addMonths, today } from '@ardhi/contract/dates';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import { pdfTexts } from '../../../test/pdf-text.ts';
import { insertPost } from '../../../test/posts.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';
import { connect } from '../../lib/database/database.ts';
import { newId } from '../../lib/database/id.ts';
import { NATIONAL_SCOPE } from '../../lib/http/scope.ts';
import { COLUMNS } from './csv.ts';
import { readBoard, viewOf } from './read.ts';
import { makeMonthlyReports } from './reports.ts';

const KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };
const APPLICATIONS = 250;
const COMPLAINTS = 80;
const DAYS = 200;

const app = testApp();
const manager = beforeTests(() => app.as('government', 'Achieng'));
const officials: Person[] = [];
const farmers: { person: Person; county: string | null }[] = [];
const programmes: (string | null)[] = [null];
let holidays: Set<string>;
let history: Case[];
let complaints: Complaint[];

/** An application in the model; days in Nairobi. */
interface Case {
  id: string;
  county: string | null;
  programme: string | null;
  created: string;
  returns: { from: string; by: string; until: string | null }[];
  closed: { on: string; by: string; as: 'approved' | 'rejected' | 'withdrawn' } | null;
  assigned: string | null;
  appeal: { on: string; upheld: string | null } | null;
}

/** A complaint in the model, about an application or an office. */
interface Complaint {
  subsidyId: string | null;
  county: string | null;
  programme: string | null;
  kind: 'delay' | 'conduct' | 'money';
  created: string;
  about: string[];
}

// With this one an overdue application that is still with the farmer was counted twice.
const seed = 1887672354;
let state = seed;
/** Linear congruential generator: below `limit`. */
function random(limit: number): number {
  state = (state * 1103515245 + 12345) % 2 ** 31;
  return Math.floor((state / 2 ** 31) * limit);
}
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  for (const name of ['Otieno', 'Njeri', 'Kamau']) officials.push(await app.as('government', name));
  for (const [name, county, land] of [
    ['Wanjiru', 'Nakuru', {}],
    ['Chebet', 'Kericho', KERICHO],
    ['Mutua', null, null],
  ] as const) {
    const person = await app.as('farmer', name);
    if (land) await newParcel(person, land);
    farmers.push({ person, county });
  }
  for (const name of ['Drip kits', 'Seedlings'])
    programmes.push((await openProgramme(manager, { name, amount: 1_000_000 }))._id);
  const days = await app.sql<{ day: string }>`select day from public_holidays`;
  holidays = new Set(days.map(({ day }) => day));
  history = Array.from({ length: APPLICATIONS }, makeCase);
  for (const one of history) await store(one);
  complaints = Array.from({ length: COMPLAINTS }, makeComplaint);
  for (const [index, one] of complaints.entries()) await storeComplaint(one, index);
});

function makeCase(): Case {
  const farmer = pick(farmers);
  let day = addDays(today(), -random(DAYS));
  const created = day;
  const later = (most: number) => {
    day = addDays(day, 1 + random(most));
    return day <= today() ? day : null;
  };
  const returns: Case['returns'] = [];
  for (let round = random(4); round > 1; round -= 1) {
    const from = later(12);
    if (!from) break;
    const until = random(5) > 0 ? later(15) : null;
    returns.push({ from, by: pick(officials).user._id, until });
    if (!until) break;
  }
  const on = random(4) > 0 ? later(30) : null;
  const as = pick(['approved', 'rejected', 'rejected', 'withdrawn'] as const);
  const closed = on ? { on, by: pick(officials).user._id, as } : null;
  const appealed = closed?.as === 'rejected' && random(2) ? later(10) : null;
  const upheld = appealed && random(2) ? later(10) : null;
  return {
    id: newId(),
    county: farmer.county,
    programme: pick(programmes),
    created,
    returns,
    closed,
    assigned: random(3) ? pick(officials).user._id : null,
    appeal: appealed ? { on: appealed, upheld } : null,
  };
}

function makeComplaint(): Complaint {
  const application = random(3) ? pick(history) : null;
  return {
    subsidyId: application?.id ?? null,
    county: application ? application.county : pick(farmers).county,
    programme: application?.programme ?? null,
    kind: pick(['delay', 'conduct', 'money']),
    created: addDays(today(), -random(DAYS)),
    about: officials.filter(() => random(3) === 0).map(({ user }) => user._id),
  };
}

/** The statements of the service, with the times of the model. */
async function store(one: Case): Promise<void> {
  const { person } = farmers.find(({ county }) => county === one.county)!;
  const at = (day: string) => `${day}T00:00:00+03:00`;
  await app.sql`
    insert into subsidies (id, kind, owner_id, owner_name, programme_id, name, description, amount_cents, created_at)
    values (${one.id}, 'application', ${person.user._id}, ${person.user.name}, ${one.programme}, 'Seed', 'Maize', 100,
      ${at(one.created)})`;
  for (const { from, by, until } of one.returns) {
    await app.sql`
      update subsidies set returned_at = ${at(from)}, returned_by = ${by}, return_fields = '{amount}',
        return_reason = 'Too much', corrected_at = null where id = ${one.id}`;
    if (!until) continue;
    await app.sql`
      update subsidies set stopped_days = stopped_days + working_days_between(${from}::date, ${until}::date),
        due_on = add_working_days(due_on, working_days_between(${from}::date, ${until}::date)),
        returned_at = null, returned_by = null, return_fields = null, return_reason = null,
        corrected_at = ${at(until)} where id = ${one.id}`;
  }
  await app.sql`update subsidies set assigned_to = ${one.assigned} where id = ${one.id}`;
  if (one.closed?.as === 'withdrawn')
    await app.sql`update subsidies set status = 'withdrawn', withdrawn_at = ${at(one.closed.on)} where id = ${one.id}`;
  else if (one.closed)
    await app.sql`
      update subsidies set status = ${one.closed.as}, decided_at = ${at(one.closed.on)}, decided_by = ${one.closed.by}
      where id = ${one.id}`;
  if (!one.appeal) return;
  await app.sql`
    insert into appeals (id, subsidy_id, reason, status, created_at, decided_at)
    values (${newId()}, ${one.id}, 'Please', ${one.appeal.upheld ? 'upheld' : 'pending'}, ${at(one.appeal.on)},
      ${one.appeal.upheld && at(one.appeal.upheld)})`;
}

async function storeComplaint(
  { subsidyId, county, kind, created, about }: Complaint,
  index: number,
): Promise<void> {
  const id = newId();
  await app.sql`
    insert into complaints (id, number, kind, message, name, email, subsidy_id, county, created_at, due_on)
    values (${id}, ${String(10_000_000 + index)}, ${kind}, 'Slow', 'Wanjiru', 'wanjiru@test.example', ${subsidyId},
      ${county}, ${`${created}T00:00:00+03:00`}, ${created})`;
  await app.sql`
    insert into complaint_subjects (complaint_id, user_id) select ${id}, unnest(${about}::uuid[])`;
}

const isWorkingDay = (day: string) => ![0, 6].includes(new Date(day).getUTCDay()) && !holidays.has(day);

function workingDays(from: string, to: string): number {
  let days = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isWorkingDay(day)) days += 1;
  return days;
}

function deadline(from: string, days: number): string {
  let day = from;
  for (let left = days; left > 0; ) {
    day = addDays(day, 1);
    if (isWorkingDay(day)) left -= 1;
  }
  return day;
}

const isOpenAt = ({ created, closed }: Case, day: string) => created <= day && !(closed && closed.on <= day);

function isOverdueAt(one: Case, day: string): boolean {
  const past = one.returns.filter(({ from }) => from <= day);
  if (!isOpenAt(one, day) || past.some(({ until }) => !until || until > day)) return false;
  let due = deadline(one.created, 14);
  for (const { from, until } of past) due = deadline(due, workingDays(from, until!));
  return due < day;
}

function daysToDecide({ created, returns, closed }: Case): number {
  const stopped = returns.reduce((sum, { from, until }) => sum + (until ? workingDays(from, until) : 0), 0);
  const last = returns.at(-1);
  return workingDays(created, last && !last.until ? last.from : closed!.on) - stopped;
}

function rank(sorted: number[], share: number): number | null {
  return sorted.length === 0 ? null : sorted[Math.ceil(share * sorted.length) - 1]!;
}

interface Recounted {
  county?: string | null;
  programme?: string | null;
  /** Undefined counts all, null the unassigned. */
  official?: string | null;
  /** The kinds of complaints that the reader may see. */
  kinds?: readonly Complaint['kind'][];
}

function recount(
  from: string,
  to: string,
  { county, programme, official, kinds = ['delay', 'conduct', 'money'] }: Recounted = {},
) {
  const isCounted = (one: Case | Complaint) =>
    (county === undefined || one.county === county) &&
    (programme === undefined || one.programme === programme);
  const cases = history.filter(isCounted);
  const isIn = (day: string | null | undefined): day is string => !!day && from <= day && day <= to;
  const isBy = (by: string | null | undefined) => official === undefined || by === official;
  const decisions = cases.filter(
    ({ closed }) => closed && closed.as !== 'withdrawn' && isIn(closed.on) && isBy(closed.by),
  );
  const days = decisions.map(daysToDecide).sort((a, b) => a - b);
  return {
    received: cases.filter(({ created }) => isIn(created)).length,
    decided: decisions.length,
    medianDays: rank(days, 0.5),
    p90Days: rank(days, 0.9),
    backlog: cases.filter((one) => isOpenAt(one, to) && isBy(one.assigned)).length,
    overdue: cases.filter((one) => isOverdueAt(one, to) && isBy(one.assigned)).length,
    returned: cases.flatMap(({ returns }) => returns).filter((one) => isIn(one.from) && isBy(one.by)).length,
    appealed: cases.filter(({ appeal, closed }) => isIn(appeal?.on) && isBy(closed?.by)).length,
    upheld: cases.filter(({ appeal, closed }) => isIn(appeal?.upheld) && isBy(closed?.by)).length,
    complaints: complaints.filter(
      (one) =>
        isCounted(one) &&
        isIn(one.created) &&
        kinds.includes(one.kind) &&
        (official === undefined || one.about.some((id) => id === official)),
    ).length,
  };
}

const read = async (person: Person, query: Record<string, string> = {}) =>
  (await person.send<Board>('GET /government/board', { query })).body;

it.each([
  [0, 89],
  [45, 120],
  [3, 199],
])(
  'equals a recount, in total and in every group, for the period that ended %i days ago',
  async (ended, length) => {
    const to = addDays(today(), -ended);
    const from = addDays(to, -length);
    const board = await read(manager, { from, to });
    const note = `seed ${seed}`;
    expect(board.total, note).toEqual(recount(from, to));
    expect(board.counties.map(({ county }) => county)).toEqual(['Kericho', 'Nakuru', null]);
    for (const { county, ...figures } of board.counties)
      expect(figures, `${note} ${county}`).toEqual(recount(from, to, { county }));
    expect(board.programmes).toHaveLength(3);
    for (const { programme, ...figures } of board.programmes)
      expect(figures, `${note} ${programme?.name}`).toEqual(
        recount(from, to, { programme: programme?._id ?? null }),
      );
    expect(board.officers).toHaveLength(officials.length + 1);
    for (const { official, ...figures } of board.officers) {
      const { received: _, ...expected } = recount(from, to, { official: official?._id ?? null });
      expect(figures, `${note} ${official?.name}`).toEqual(expected);
    }
    expect(board.weeks[0]!.from).toBe(from);
    expect(board.weeks.at(-1)!.to).toBe(to);
    for (const { from: first, to: last, ...figures } of board.weeks)
      expect(figures, `${note} ${first}`).toEqual(recount(first, last));
  },
);

const FIGURES = [
  'received',
  'decided',
  'backlog',
  'overdue',
  'returned',
  'appealed',
  'upheld',
  'complaints',
] as const;

it('lists exactly the records that each figure counts', async () => {
  const period = { from: addDays(today(), -80), to: addDays(today(), -10) };
  const board = await read(manager, period);
  const count = async (figure: (typeof FIGURES)[number], query: Record<string, string>) => {
    const [call, filter] =
      figure === 'complaints'
        ? ['GET /government/complaints', { state: 'all' }]
        : ['GET /government/board/records', { figure }];
    const { body } = await manager.send<object[]>(call, { query: { ...period, ...query, ...filter } });
    return body.length;
  };
  const expectListed = async (figures: object, query: Record<string, string>) => {
    for (const figure of FIGURES)
      if (figure in figures)
        expect(await count(figure, query), `${figure} ${JSON.stringify(query)}`).toBe(
          (figures as Record<typeof figure, number>)[figure],
        );
  };
  await expectListed(board.total, {});
  for (const row of board.counties) await expectListed(row, { county: row.county ?? 'none' });
  for (const row of board.programmes) await expectListed(row, { programmeId: row.programme?._id ?? 'none' });
  for (const { official, ...row } of board.officers) {
    const { decided, returned, appealed, upheld, complaints: _, ...open } = row;
    await expectListed(official ? row : open, { officialId: official?._id ?? 'none' });
  }
  for (const { from, to, ...row } of board.weeks) await expectListed(row, { from, to });

  // Page by page, and the days of each decision.
  const all = await manager.send<BoardRecord[]>('GET /government/board/records', {
    query: { ...period, figure: 'decided' },
  });
  const days = all.body.map((row) => row.days!).sort((a, b) => a - b);
  expect(rank(days, 0.5)).toBe(board.total.medianDays);
  const paged: string[] = [];
  for (let cursor = ''; ; ) {
    const page = await manager.send<BoardRecord[]>('GET /government/board/records', {
      query: { ...period, figure: 'decided', limit: 7, ...(cursor ? { cursor } : {}) },
    });
    paged.push(...page.body.map(({ _id }) => _id));
    const next = /cursor=([^>&]+)/.exec(page.headers.get('link') ?? '');
    if (!next) break;
    cursor = decodeURIComponent(next[1]!);
  }
  expect(paged).toEqual(all.body.map(({ _id }) => _id));
});

it('agrees with the queue on what is open and overdue today', async () => {
  const { total } = await read(manager);
  const { body } = await manager.send<{ office: number; late: number }>('GET /government/queue/counts');
  expect([total.backlog, total.overdue]).toEqual([body.office, body.late]);
});

it('filters by county and programme, and refuses a period that is reversed or too long', async () => {
  const [from, to] = [addDays(today(), -60), today()];
  const programmeId = programmes[1]!;
  const board = await read(manager, { from, to, county: 'Nakuru', programmeId });
  expect(board).toMatchObject({ county: 'Nakuru', programme: { _id: programmeId, name: 'Drip kits' } });
  expect(board.total).toEqual(recount(from, to, { county: 'Nakuru', programme: programmeId }));
  const refused = async (query: Record<string, string>) =>
    issuesOf((await manager.send<Problem>('GET /government/board', { query })).body);
  expect(await refused({ from: '2026-02-01', to: '2026-01-01' })).toEqual(['to: before-start']);
  expect(await refused({ from: '2024-01-01', to: '2025-06-01' })).toEqual(['from: period-too-long']);
});

it('shows a county post its own county alone', async () => {
  const clerk = await app.as('government', 'Wambui');
  await manager.send('POST /government/posts', {
    body: { email: clerk.user.email, county: 'Kericho', duties: ['view'] },
  });
  const board = await read(clerk);
  expect(board.county).toBe('Kericho');
  // Not complaints about money: those go to the national office.
  expect(board.total).toEqual(
    recount(addDays(today(), -89), today(), { county: 'Kericho', kinds: ['delay', 'conduct'] }),
  );
  expect((await read(clerk, { county: 'Nakuru' })).total).toMatchObject({ received: 0, backlog: 0 });
});

it('exports the same figures as CSV and PDF', async () => {
  const [from, to] = [addDays(today(), -60), today()];
  const { total } = await read(manager, { from, to });
  const csv = await manager.send<string>('GET /government/board.csv', { query: { from, to } });
  expect(csv.body).toContain(
    `Total,Total,${[total.received, total.decided, total.medianDays, total.p90Days, total.backlog].join(',')}`,
  );
  expect(csv.body).toContain('By official,Otieno,,');
  const file = await pdfOf(`/government/board.pdf?from=${from}&to=${to}`);
  expect(file).toContain(tilesOf(total));
  const { counties, weeks } = await read(manager, { from, to });
  for (const { county, ...figures } of counties)
    expect(file).toContain([county ?? 'National office', ...cellsOf(figures)].join(' '));
  expect(file).toContain(cellsOf(weeks.at(-1)!).join(' '));
});

async function pdfOf(path: string): Promise<string> {
  const file = await fetch(`${app.url}/api${path}`, {
    headers: { authorization: `Bearer ${manager.token}` },
  });
  expect(file.headers.get('content-type')).toBe('application/pdf');
  return pdfTexts(Buffer.from(await file.arrayBuffer())).join(' ');
}

const cellsOf = (figures: BoardFigures) => COLUMNS.map((column) => String(figures[column] ?? '–'));
/** Label and value of each total. */
const tilesOf = (total: BoardFigures) =>
  [
    ['Received', total.received],
    ['Decided', total.decided],
    ['Median days', total.medianDays],
    ['90% within', total.p90Days],
    ['Backlog', total.backlog],
    ['Overdue', total.overdue],
    ['Returned', total.returned],
    ['Appealed', total.appealed],
    ['Upheld', total.upheld],
    ['Complaints', total.complaints],
  ]
    .flat()
    .join(' ');

it('counts a return, a decision, an appeal and complaints made by calls', async () => {
  const [farmer, official, other] = [farmers[0]!.person, officials[0]!, officials[1]!];
  const listed = async (person: Person, { from, to }: Board) => {
    const { body } = await person.send<object[]>('GET /government/complaints', {
      query: { state: 'all', from, to, county: 'Nakuru', programmeId: 'none', officialId: official.user._id },
    });
    return body.length;
  };
  const about = ({ officers }: Board) =>
    officers.find((row) => row.official?._id === official.user._id)!.complaints;
  const before = await read(manager);
  const beforeOfOfficial = await read(official);
  const listedBefore = [await listed(manager, before), await listed(other, before)];
  const { _id } = await newApplication(farmer);
  const returned = await official.send(`POST /government/subsidies/${_id}/return`, {
    body: { fields: ['amount'], reason: 'Too much' },
  });
  expect(returned.status, JSON.stringify(returned.body)).toBe(200);
  expect((await farmer.send(`PUT /subsidies/${_id}`, { body: { amount: 90 } })).status).toBe(200);
  const rejected = await manage(official, _id, { status: 'rejected', reason: 'No budget' });
  expect(rejected.status, JSON.stringify(rejected.body)).toBe(200);
  const appealed = await farmer.send(`POST /subsidies/${_id}/appeal`, { body: { reason: 'Please' } });
  expect(appealed.status, JSON.stringify(appealed.body)).toBeLessThan(300);
  const { body: appeals } =
    await other.send<{ _id: string; application: { _id: string } }[]>('GET /government/appeals');
  const appeal = appeals.find(({ application }) => application._id === _id)!;
  await other.send(`PUT /government/appeals/${appeal._id}`, { body: { status: 'upheld', answer: 'Right' } });
  for (const kind of ['delay', 'money'])
    expect(
      (await farmer.send('POST /complaints', { body: { kind, message: 'Slow', subsidyId: _id } })).status,
    ).toBe(201);

  const after = await read(manager);
  // A new application continues the upheld one. Until an ombudsperson is appointed, managers see complaints about money.
  expect(after.total).toMatchObject({
    received: before.total.received + 2,
    decided: before.total.decided + 1,
    backlog: before.total.backlog + 1,
    returned: before.total.returned + 1,
    appealed: before.total.appealed + 1,
    upheld: before.total.upheld + 1,
    complaints: before.total.complaints + 2,
  });
  expect((await read(official)).total.complaints).toBe(beforeOfOfficial.total.complaints + 1);
  expect(about(after)).toBe(about(before) + 2);
  expect(await listed(manager, after)).toBe(listedBefore[0]! + 2);
  expect(await listed(other, after)).toBe(listedBefore[1]! + 1);
});

it('makes each monthly report once, in both languages, and lists it to its office', async () => {
  // The second run finds nothing missing; two at once do not collide.
  await Promise.all([1, 2].map(() => makeMonthlyReports({}, app.services)));
  await makeMonthlyReports({}, app.services);
  const month = addMonths(today().slice(0, 7), -1);
  const stored = await app.sql<{ county: string | null; made: number }>`
    select county, count(*) as made from reports where kind = 'board' and period = ${month} group by county order by 1`;
  // Kericho has a post, Nakuru has none.
  expect(stored).toEqual([
    { county: 'Kericho', made: 4 },
    { county: null, made: 4 },
  ]);
  const { body } = await manager.send<BoardReport[]>('GET /government/board/reports');
  expect(body.map(({ fileType, county }) => [fileType, county]).sort()).toEqual([
    ['csv', null],
    ['csv', 'Kericho'],
    ['pdf', null],
    ['pdf', 'Kericho'],
  ]);
  const csv = body.find(({ fileType, county }) => fileType === 'csv' && county === null)!;
  const file = await manager.send<string>(`GET /government/board/reports/${csv._id}/file`);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  // Complaints that are hidden from some readers are left out.
  const total = recount(`${month}-01`, last, { kinds: ['delay'] });
  expect(file.body).toContain(`Total,Total,${COLUMNS.map((column) => total[column]).join(',')}\r\n`);
  const pdf = body.find(({ fileType, county }) => fileType === 'pdf' && county === null)!;
  expect(await pdfOf(`/government/board/reports/${pdf._id}/file`)).toContain(tilesOf(total));
  // A report lost between two runs, as after a killed process, is made again alone.
  await app.sql`delete from reports where id = ${csv._id}`;
  await makeMonthlyReports({}, app.services);
  const { body: again } = await manager.send<BoardReport[]>('GET /government/board/reports');
  expect(again).toHaveLength(4);
  expect(again.filter(({ _id }) => body.some((one) => one._id === _id))).toHaveLength(3);
  expect((await manager.send<object[]>('GET /government/reports')).body).toEqual([]);
});

it('makes the months that an outage missed, of at most a year, each once', async () => {
  const monthAgo = (months: number) => addMonths(today().slice(0, 7), -months);
  const periodsOf = async (county: string) => {
    const rows = await app.sql<{ period: string }>`
      select period from reports where kind = 'board' and coalesce(county, '') = ${county} order by period`;
    return rows.map(({ period }) => period);
  };
  /** Both languages and formats of each month. */
  const files = (months: number[]) => months.flatMap((ago) => Array(4).fill(monthAgo(ago)));
  await app.sql`
    insert into complaints (id, number, kind, message, name, email, county, created_at, due_on)
    select gen_random_uuid(), number, 'delay', 'Slow', 'Wanjiru', 'wanjiru@test.example', county,
      now() - interval '3 years', now()
    from (values ('20000000', 'Kericho'), ('20000001', 'Nakuru')) as complaint (number, county)`;
  await insertPost(app, officials[1]!, 'Nakuru');
  // The last reports of the country are of three months ago, those of Kericho of fourteen; Nakuru has none.
  await app.sql`
    update reports set period = case when county is null then ${monthAgo(3)} else ${monthAgo(14)} end
    where kind = 'board'`;
  await Promise.all([1, 2].map(() => makeMonthlyReports({}, app.services)));
  const made = await Promise.all(['', 'Kericho', 'Nakuru'].map(periodsOf));
  expect(made).toEqual([files([3, 2, 1]), files([14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]), files([1])]);
  await makeMonthlyReports({}, app.services);
  expect(await Promise.all(['', 'Kericho', 'Nakuru'].map(periodsOf))).toEqual(made);
});

it('counts total and weeks in one snapshot', async () => {
  const { person } = farmers[0]!;
  const pool = connect(app.connectionString, { max: 1 });
  // One connection runs one statement after the other, and an application becomes overdue after each.
  const db = pool.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await app.sql`
        insert into subsidies (id, kind, owner_id, owner_name, name, description, amount_cents, created_at)
        values (${newId()}, 'application', ${person.user._id}, 'Wanjiru', 'Seed', 'Maize', 100,
          now() - interval '80 days')`;
      return result;
    },
  });
  const { total, weeks } = await readBoard(db, viewOf({ id: manager.user._id }, NATIONAL_SCOPE, {}));
  await pool.close();
  expect(weeks.at(-1)).toMatchObject({ backlog: total.backlog, overdue: total.overdue });
});
