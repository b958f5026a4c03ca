/** Work queue of officials: pending applications with their assignee and due date. */
import * as z from 'zod';
import { Done, date, id, line, money, optional, paging, text, wholeNumber } from '../base/fields.ts';
import { DECISION_WORKING_DAYS, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { Colleague, ManagedSubsidy } from './subsidy-management.ts';

/**
 * Lists of the queue. `approval`: another official approved it, and the caller may be the second. `second`: two officials
 * must approve it, and one has. `returned`: with the farmer. `corrected`: came back from the farmer. `reopened`: by an
 * upheld appeal.
 */
export const QueueView = z.enum([
  'office',
  'mine',
  'approval',
  'nobody',
  'late',
  'corrected',
  'returned',
  'reopened',
  'second',
]);
export type QueueView = z.infer<typeof QueueView>;

export const QueueOrder = z.enum(['oldest', 'newest', 'amount']);
export type QueueOrder = z.infer<typeof QueueOrder>;

/** An official to whom a case can be assigned, with the number of cases that the official already has. */
export const CaseColleague = Colleague.extend({ openCases: z.number().int() });
export type CaseColleague = z.infer<typeof CaseColleague>;

/** A pending application with its assignee and due date. */
export const Case = ManagedSubsidy.extend({
  /** Whether the programme has rules; `meets` is the result at submission, null without rules or if not checked. */
  hasRules: z.boolean(),
  meets: z.boolean().nullable(),
  /** Working days since submission; `late` means that `dueOn` has passed. */
  age: z.number().int(),
  dueOn: date,
  late: z.boolean(),
  /** Whether it was escalated to the level above. */
  risen: z.boolean(),
});
export type Case = z.infer<typeof Case>;

const filters = {
  /** A reference or phone number, or words of the name, description or farmer's name; the last word may be a prefix. */
  q: optional(text(MAX_NAME_LENGTH)),
  /** For the national office. */
  county: optional(line(MAX_NAME_LENGTH)),
  assignedTo: optional(id),
  /** Waiting for at least so many working days. */
  minAge: optional(wholeNumber(1, DECISION_WORKING_DAYS)),
  programmeId: optional(id),
  minAmount: optional(money),
  maxAmount: optional(money),
  /** `unchecked`: submitted before rules were checked at submission. */
  meets: optional(z.enum(['yes', 'no', 'unchecked'])),
  sort: optional(QueueOrder),
};
export const QueueFilters = z.object({ view: optional(QueueView), ...filters });
export type QueueFilters = z.input<typeof QueueFilters>;

/** null above 10,000, where counting stops. */
const count = z.number().int().nullable();
export const QueueCounts = z.object({
  mine: count,
  office: count,
  nobody: count,
  late: count,
  approval: count,
  second: count,
  corrected: count,
  returned: count,
  reopened: count,
  /** Other open work in the area, by kind. */
  appeals: count,
  complaints: count,
  overlaps: z.number().int(),
  /** Parcels with a crop whose harvest date has passed without a confirmed harvest. */
  unharvested: z.number().int(),
  /** Contact messages; absent for county posts, because the inbox is national. */
  messages: count.optional(),
});
export type QueueCounts = z.infer<typeof QueueCounts>;

/** Colleagues of the office see it too; only the official who saved it can delete it. */
export const SavedView = z.object({ _id: id, name: z.string(), filters: QueueFilters, own: z.boolean() });
export type SavedView = z.infer<typeof SavedView>;

export const queue = contract({
  'GET /government/queue': {
    summary: 'Applications that wait in the own area: all of the office, or those of one list',
    access: 'government',
    auditAction: 'subsidy.search',
    limit: 'search',
    query: z.object({ view: optional(QueueView), ...filters, ...paging }),
    response: z.array(Case),
    paged: true,
  },
  'GET /government/queue.csv': {
    summary: 'The applications of a list of the queue as CSV, with its filters and order',
    access: 'government',
    auditAction: 'subsidy.export',
    limit: 'export',
    confirmed: true,
    query: QueueFilters,
    produces: 'text/csv',
  },
  'GET /government/queue/counts': {
    summary: 'How many wait in each list of the queue, and how much other work is open',
    access: 'government',
    response: QueueCounts,
  },
  'GET /government/queue/{id}/colleagues': {
    summary: 'Officials to whom a case can be handed',
    access: 'government',
    duty: 'decide',
    limit: 'search',
    query: z.object({
      /** Beginnings of words of the name, or the beginning of the email address: at most 20 officials are found. */
      q: optional(text(MAX_NAME_LENGTH)),
    }),
    response: z.array(CaseColleague),
  },
  'PUT /government/queue/{id}': {
    summary: 'Take a case, hand it over, or release it',
    access: 'government',
    duty: 'decide',
    body: z.object({
      /** Absent: unassign. */
      to: optional(id),
      /** The assignee that the caller saw, to detect concurrent changes; absent: unassigned. */
      from: optional(id),
    }),
    response: Case,
  },
  'GET /government/queue-views': {
    summary: 'The saved views of the queue, the own and those of the office',
    access: 'government',
    response: z.array(SavedView),
  },
  'POST /government/queue-views': {
    summary: 'Save a view of the queue under a name; the same name again takes its place',
    access: 'government',
    body: z.object({ name: line(MAX_NAME_LENGTH), filters: QueueFilters }),
    response: SavedView,
    status: 201,
  },
  'DELETE /government/queue-views/{id}': {
    summary: 'Forget a saved view',
    access: 'government',
    response: Done,
  },
});
