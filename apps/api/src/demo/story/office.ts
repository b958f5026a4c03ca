/** The work of officials beside decisions: posts, a vote on the hero's application, appeals and complaints. */
import type { ComplaintKind } from '@ardhi/contract';
import { COMPLAINT_NUMBERS, complaintNumber } from '@ardhi/contract/complaint-number';
import { DAY_MS } from '@ardhi/contract/dates';
import { dateOf, isoOf, momentOf } from '../calendar.ts';
import type { AddedApplication } from './applications.ts';
import type { DemoContext } from './context.ts';
import { addSubsidy } from './programmes.ts';

export function addOfficeWork(demo: DemoContext, applications: AddedApplication[]): void {
  addPosts(demo);
  addVote(demo, applications);
  addTemplates(demo);
  addNote(demo, applications);
  addAppeals(demo, applications);
  addComplaints(demo);
}

const posts: readonly [official: number, place: string, duties: string[], daysAgo: number][] = [
  [1, 'Nakuru', ['view', 'decide'], 120],
  [4, 'Nakuru', ['view', 'decide', 'manage'], 200],
  [10, 'Kilifi', ['view', 'decide'], 90],
  [6, 'Kericho', ['view', 'decide'], 60],
  [11, '', ['view', 'decide'], 150],
  [2, '', ['view', 'decide'], 400],
  [3, '', ['view', 'decide'], 400],
  [5, '', ['view', 'decide'], 400],
  [7, 'Garissa', ['view', 'decide'], 80],
  [8, 'Kisii', ['view', 'decide'], 75],
  [9, '', ['auditor'], 45],
];

/** Assigned by the first official; the second is responsible for Nakuru, the hero's county. */
function addPosts({ loader, random, officials, asOf }: DemoContext): void {
  const actorId = officials[0]!.id;
  const chance = random.fork('posts');
  for (const [official, place, duties, daysAgo] of posts) {
    const officialId = officials[official]!.id;
    const at = momentOf(asOf - daysAgo, 12 * 60);
    const id = chance.id(at);
    loader.add('posts', {
      id,
      official_id: officialId,
      level: place ? 'county' : 'country',
      place,
      duties,
      from_day: dateOf(asOf - daysAgo),
      given_by: actorId,
      given_at: isoOf(at),
    });
    const after = { officialId, county: place || null };
    loader.audit({ actorId, entity: 'post', entityId: id, at, action: 'post.give', after });
  }
}

const templates = [
  {
    kind: 'return',
    name: 'Parcel missing',
    text_en: 'Dear {farmer}, please name the parcel that {reference} is for, and send it again.',
    text_sw: 'Ndugu {farmer}, tafadhali taja shamba la ombi {reference}, kisha ulitume tena.',
  },
  {
    kind: 'rejection',
    name: 'Budget is spent',
    text_en: 'Dear {farmer}, the budget of {programme} is spent. You can apply again next season. {office}',
    text_sw: 'Ndugu {farmer}, fedha za {programme} zimeisha. Unaweza kuomba tena msimu ujao. {office}',
  },
  {
    kind: 'message',
    name: 'Visit',
    text_en: 'Dear {farmer}, I will visit your farm on … . {official}, {office}',
    text_sw: 'Ndugu {farmer}, nitatembelea shamba lako tarehe … . {official}, {office}',
  },
];

/** Of the hero's county and of the national office. */
function addTemplates({ loader, random, officials, asOf }: DemoContext): void {
  const chance = random.fork('templates');
  const at = momentOf(asOf - 40, 10 * 60);
  for (const office of ['', 'Nakuru'])
    for (const template of templates)
      loader.add('text_templates', {
        id: chance.id(at),
        office,
        ...template,
        created_by: officials[office ? 4 : 0]!.id,
        created_at: isoOf(at),
      });
}

function addNote(
  { loader, random, officials, hero, asOf }: DemoContext,
  applications: AddedApplication[],
): void {
  const { id } = applications.find((row) => row.farmer === hero && row.status === 'pending')!;
  const at = momentOf(asOf - 2, 15 * 60);
  loader.add('case_notes', {
    id: random.fork('notes').id(at),
    subsidy_id: id,
    author_id: officials[1]!.id,
    content: 'Call the water users’ association about the intake before deciding.',
    created_at: isoOf(at),
  });
}

const VOTE = 'Seen on the farm: the tomato field has no drip yet.';

/** Two officials must approve the hero's drip kit; the one of the county has. */
function addVote({ loader, officials, hero, asOf }: DemoContext, applications: AddedApplication[]): void {
  const { id, programme } = applications.find((row) => row.farmer === hero && row.status === 'pending')!;
  const actorId = officials[1]!.id;
  const at = momentOf(asOf - 1, 12 * 60);
  loader.add('subsidy_marks', {
    subsidy_id: id,
    marked_by: actorId,
    status: 'approved',
    reason: VOTE,
    level: 'county',
    subsidy_revision: 1,
    programme_revision: programme!.revision,
    marked_at: isoOf(at),
  });
  const audit = { actorId, entity: 'subsidy', entityId: id, at };
  loader.audit({ ...audit, action: 'subsidy.mark-approve', after: { reason: VOTE } });
}

const appeals: readonly { reason: string; verdict?: 'upheld' | 'dismissed'; reply?: string }[] = [
  { reason: 'Since then I have recorded the water, and the score of the field is higher.' },
  {
    reason: 'I applied in time, the network was down on the last day.',
    verdict: 'upheld',
    reply: 'The log of the server shows it. The application is opened again.',
  },
  {
    reason: 'My neighbour got it and has more land than I do.',
    verdict: 'dismissed',
    reply: 'The neighbour applied to another programme. The budget of this one is used up.',
  },
  { reason: 'Nobody visited the farm. I have pictures of the terraces.' },
];

/** The first is the hero's. An appeal that is upheld opens a new application. */
function addAppeals(
  { loader, random, officials, hero, asOf }: DemoContext,
  applications: AddedApplication[],
): void {
  const chance = random.fork('appeals');
  const rejected = applications
    .filter(({ status, decidedAt }) => status === 'rejected' && decidedAt < momentOf(asOf - 10, 0))
    .sort((a, b) => Number(b.farmer === hero) - Number(a.farmer === hero) || b.decidedAt - a.decidedAt);
  for (const [index, { reason, verdict, reply }] of appeals.entries()) {
    const application = rejected[index];
    if (!application) return;
    const { id, farmer, deciderId } = application;
    const at = application.decidedAt + 3 * DAY_MS;
    const answeredAt = at + 5 * DAY_MS;
    loader.add('appeals', {
      id: chance.id(at),
      subsidy_id: id,
      reason,
      status: verdict ?? 'pending',
      created_at: isoOf(at),
      answer: reply ?? null,
      decided_by: verdict ? officials.find((official) => official.id !== deciderId)!.id : null,
      decided_at: verdict ? isoOf(answeredAt) : null,
    });
    const audit = { actorId: farmer.id, entity: 'subsidy', entityId: id };
    loader.audit({ ...audit, at, action: 'subsidy.appeal', after: { reason } });
    if (verdict !== 'upheld') continue;
    const opened = { ...application, id: chance.id(answeredAt), status: 'pending', reason: null } as const;
    const columns = { programme_id: application.programme?.id ?? null, appeal_of: id };
    addSubsidy(loader, chance, { ...opened, createdAt: answeredAt }, columns);
    for (const { row } of application.parcels)
      loader.add('subsidy_parcels', { subsidy_id: opened.id, parcel_id: row.id });
  }
}

interface ComplaintText {
  kind: ComplaintKind;
  daysAgo: number;
  message: string;
  reply?: string;
  /** The official that it is about. */
  about?: number;
}

const complaints: readonly ComplaintText[] = [
  { kind: 'delay', daysAgo: 3, message: 'My application is at no office that I have called.' },
  {
    kind: 'data',
    daysAgo: 48,
    message: 'The size of my wheat field was shown to somebody else in a letter.',
    reply: 'The letter went to the wrong address. We have called both of you and destroyed it.',
  },
  { kind: 'money', daysAgo: 4, message: 'I was told that 2,000 shillings would speed it up.', about: 8 },
  { kind: 'conduct', daysAgo: 6, message: 'Kila nikifika ofisini naambiwa nirudi kesho.', about: 4 },
  { kind: 'decision', daysAgo: 27, message: 'The reason of the rejection names a parcel that is not mine.' },
  {
    kind: 'other',
    daysAgo: 60,
    message: 'The meeting about terraces was announced on the day after it.',
    reply: 'We are sorry. Meetings are announced a week ahead from now on.',
  },
];

/** About 14 working days. */
const REPLY_DAYS = 20;

/** The first two are the hero's. */
function addComplaints({ loader, random, officials, hero, farmers, asOf }: DemoContext): void {
  const chance = random.fork('complaints');
  const numbers = random.fork('complaint numbers');
  const people = [hero, hero, ...farmers];
  for (const [index, { kind, daysAgo, message, reply, about }] of complaints.entries()) {
    const from = people[index]!;
    const number = complaintNumber(numbers.whole(0, COMPLAINT_NUMBERS - 1));
    const at = momentOf(asOf - daysAgo, 12 * 60);
    const answeredAt = at + 4 * DAY_MS;
    const id = chance.id(at);
    const officialId = officials[0]!.id;
    loader.add('complaints', {
      id,
      number,
      kind,
      message,
      name: from.name,
      email: from.email,
      user_id: from.id,
      county: from.county,
      created_at: isoOf(at),
      due_on: dateOf(asOf - daysAgo + REPLY_DAYS),
      taken_up_at: reply ? isoOf(answeredAt) : null,
      taken_up_by: reply ? officialId : null,
      answer: reply ?? null,
      answered_by: reply ? officialId : null,
      answered_at: reply ? isoOf(answeredAt) : null,
      revision: reply ? 2 : 1,
    });
    const audit = { entity: 'complaint', entityId: id, after: { number } };
    loader.audit({ ...audit, actorId: from.id, at, action: 'complaint.create' });
    if (reply) loader.audit({ ...audit, actorId: officialId, at: answeredAt, action: 'complaint.answer' });
    if (about !== undefined)
      loader.add('complaint_subjects', { complaint_id: id, user_id: officials[about]!.id });
  }
}
