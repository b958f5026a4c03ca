/** Board of an office: how long decisions take and how much work is open, each figure with its records. */
import * as z from 'zod';
import { date, id, line, optional, paging, timestamp } from '../base/fields.ts';
import { MAX_NAME_LENGTH } from '../base/limits.ts';
import { NONE } from '../base/paths.ts';
import { contract } from '../base/route.ts';
import { SubsidyStatus } from '../office/subsidies.ts';
import { ReportFormat } from './analytics.ts';

/**
 * Figures with a list of records. `received`, `decided`, `returned`, `appealed` and `upheld` happened in the period;
 * `backlog` and `overdue` are the state at the end of its last day. `upheld`: appeals decided for the farmer.
 */
export const BoardFigure = z.enum([
  'received',
  'decided',
  'backlog',
  'overdue',
  'returned',
  'appealed',
  'upheld',
]);
export type BoardFigure = z.infer<typeof BoardFigure>;

const count = z.number().int();

export const BoardFigures = z.object({
  received: count,
  decided: count,
  /**
   * Working days from submission to decision, without those with the farmer: the nearest rank, so both are the days of a
   * real decision. Null without decisions.
   */
  medianDays: count.nullable(),
  p90Days: count.nullable(),
  backlog: count,
  overdue: count,
  returned: count,
  appealed: count,
  upheld: count,
  /** Made in the period; only those that the caller may see. */
  complaints: count,
});
export type BoardFigures = z.infer<typeof BoardFigures>;

/**
 * An official's decisions and returns, appeals against their rejections, and complaints about them; `backlog` and
 * `overdue` are assigned to them now, or were until the decision.
 */
export const OfficerFigures = BoardFigures.omit({ received: true });
export type OfficerFigures = z.infer<typeof OfficerFigures>;

/** At most this many programmes and officials, those with the most decisions first. The others are one row. */
export const MAX_BOARD_ROWS = 500;

/** Number of programmes or officials beyond `MAX_BOARD_ROWS`; without any, their row is null. */
const others = { count };

export const Board = z.object({
  from: date,
  to: date,
  asOf: timestamp,
  /** The county of the official's post, or the requested one; null: national. */
  county: z.string().nullable(),
  programme: z.object({ _id: id, name: z.string() }).nullable(),
  total: BoardFigures,
  /** County null: the national office. */
  counties: z.array(BoardFigures.extend({ county: z.string().nullable() })),
  /** Programme null: applications without a programme. */
  programmes: z.array(BoardFigures.extend({ programme: z.object({ _id: id, name: z.string() }).nullable() })),
  otherProgrammes: BoardFigures.extend(others).nullable(),
  /** Official null: unassigned. The name of a deleted account is empty. */
  officers: z.array(OfficerFigures.extend({ official: z.object({ _id: id, name: z.string() }).nullable() })),
  otherOfficers: OfficerFigures.extend(others).nullable(),
  /** Calendar weeks from Monday, cut at the ends of the period. */
  weeks: z.array(BoardFigures.extend({ from: date, to: date })),
});
export type Board = z.infer<typeof Board>;

const view = {
  /** Both inclusive; at most 366 days. By default the last 90 days. */
  from: optional(date),
  to: optional(date),
  /** For the national office; `none`: applications of no county. */
  county: optional(line(MAX_NAME_LENGTH)),
  programmeId: optional(z.union([id, z.literal(NONE)])),
};
export const DEFAULT_BOARD_DAYS = 90;

export const BoardRecord = z.object({
  /** Of the application. */
  _id: id,
  reference: z.string().nullable(),
  /** Null for auditors: farmers write it. */
  name: z.string().nullable(),
  programme: z.string().nullable(),
  /** For auditors the name is initials. */
  applicant: z.object({ _id: id, name: z.string() }),
  county: z.string().nullable(),
  amount: z.number(),
  status: SubsidyStatus,
  /** Of the decision, return, appeal or submission that the figure counts. */
  at: timestamp,
  /** Of a decision. */
  days: count.nullable(),
  /** As in the figures of officials. */
  official: z.string().nullable(),
});
export type BoardRecord = z.infer<typeof BoardRecord>;

export const BoardReport = z.object({
  _id: id,
  fileType: ReportFormat,
  /** Such as `2026-10`. */
  month: z.string(),
  /** Null: national. */
  county: z.string().nullable(),
  fileName: z.string(),
  size: count,
  createdAt: timestamp,
});
export type BoardReport = z.infer<typeof BoardReport>;

const duty = ['view', 'auditor'] as const;

export const board = contract({
  'GET /government/board': {
    summary: 'Figures of the office in a period: by county, programme, official and week',
    access: 'government',
    duty,
    reads: 'replica',
    query: z.object(view),
    response: Board,
  },
  'GET /government/board.csv': {
    summary: 'The board as a table',
    access: 'government',
    duty,
    reads: 'replica',
    auditAction: 'board.export',
    limit: 'export',
    query: z.object(view),
    produces: 'text/csv',
  },
  'GET /government/board.pdf': {
    summary: 'The board as a document',
    access: 'government',
    duty,
    reads: 'replica',
    auditAction: 'board.export',
    limit: 'export',
    query: z.object(view),
    produces: 'application/pdf',
  },
  'GET /government/board/records': {
    summary: 'The applications that a figure of the board counts, latest first',
    access: 'government',
    duty,
    reads: 'replica',
    query: z.object({
      ...view,
      figure: BoardFigure,
      officialId: optional(z.union([id, z.literal(NONE)])),
      ...paging,
    }),
    response: z.array(BoardRecord),
    paged: true,
  },
  'GET /government/board/reports': {
    summary: 'Monthly reports of the board in the caller’s language, latest first',
    access: 'government',
    duty,
    query: z.object(paging),
    response: z.array(BoardReport),
    paged: true,
  },
  'GET /government/board/reports/{id}/file': {
    summary: 'A monthly report as it was made',
    access: 'government',
    duty,
    auditAction: 'report.download',
    limit: 'export',
    produces: 'application/octet-stream',
  },
});
