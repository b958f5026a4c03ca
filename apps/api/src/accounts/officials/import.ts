/** Invitations with posts from a CSV file. All rows or none: a file with an issue invites no one. */
import { Duty, date, email, type ImportedInvitation, line, money } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { MAX_IMPORTED_INVITATIONS, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import type * as z from 'zod';
import { readCsv } from '../../lib/documents/read-csv.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { toCents } from '../../lib/text/money.ts';
import { fieldProblem, Problem, type UntranslatedIssue } from '../../lib/text/problem.ts';
import type { InvitedPost } from '../posts/invited-post.ts';
import { grantedLimits } from '../posts/limits.ts';
import { knownCounty } from '../posts/service.ts';
import { listKnownEmails, lockImports } from './queries.ts';
import { invite } from './service.ts';

/** Columns of the file; the first two are required. */
const COLUMNS = ['name', 'email', 'county', 'permissions', 'from', 'until', 'limit', 'month limit'] as const;
type Column = (typeof COLUMNS)[number];
type Cells = Partial<Record<Column, string>>;

/** Grant the whole country, in either language. An empty cell must not: it may have been forgotten. */
const NATIONAL = ['national', 'kitaifa'];

/** Two managers appoint an ombudsperson. */
const DUTIES: readonly Duty[] = Duty.options.filter((duty) => duty !== 'ombudsperson');

interface Row {
  line: number;
  cells: Cells;
  hasExtraCells: boolean;
}

interface CheckedRow {
  line: number;
  cells: Cells;
  county: string | null;
  post: InvitedPost;
  issues: { field: Column | 'line'; key: string; values?: UntranslatedIssue['values'] }[];
}

type Context = WriteContext & { t: Translate };

export async function importInvitations(
  context: Context,
  area: Area,
  { csv, dryRun }: { csv: string; dryRun: boolean },
) {
  if (!dryRun) await lockImports(context.db);
  const rows = await checkRows(context, area, readRows(csv));
  const isFaulty = rows.some(({ issues }) => issues.length > 0);
  const imported: ImportedInvitation[] = [];
  let expiresAt: string | null = null;
  for (const { line, cells, county, post, issues } of rows) {
    const invited = { name: cells.name ?? '', email: cells.email ?? '' };
    const shown = {
      line,
      ...invited,
      county: county ?? (issues.some(({ field }) => field === 'county') ? (cells.county ?? '') : ''),
      issues: issues.map(({ field, key, values }) => ({
        field,
        message: translated(context.t, key, values),
      })),
    };
    if (dryRun || isFaulty) imported.push(shown);
    else {
      const { code, row } = await invite(context, { note: invited.name, email: invited.email, county, post });
      expiresAt = row.expires_at;
      imported.push({ ...shown, code });
    }
  }
  return { imported: expiresAt !== null, expiresAt, rows: imported };
}

const translated = (t: Translate, key: string, values: UntranslatedIssue['values']) =>
  t(key as Parameters<Translate>[0], values);

function readRows(csv: string): Row[] {
  const [head, ...lines] = readCsv(csv);
  const columns = (head?.cells ?? []).map((name) => name.toLowerCase().replace(/[\s_]+/g, ' '));
  const unknown = columns.find((name) => !(COLUMNS as readonly string[]).includes(name));
  if (unknown !== undefined) throw fieldProblem('csv', 'issue.unknown-column', { name: unknown || '–' });
  const repeated = columns.find((name, index) => columns.indexOf(name) < index);
  if (repeated !== undefined) throw fieldProblem('csv', 'issue.repeated-column', { name: repeated });
  if (!columns.includes('name') || !columns.includes('email'))
    throw fieldProblem('csv', 'issue.missing-column', { names: 'name, email' });
  if (lines.length === 0) throw fieldProblem('csv', 'issue.required');
  if (lines.length > MAX_IMPORTED_INVITATIONS)
    throw fieldProblem('csv', 'issue.import-rows', { maximum: MAX_IMPORTED_INVITATIONS });
  return lines.map((row) => ({
    line: row.line,
    cells: Object.fromEntries(columns.map((name, index) => [name, row.cells[index] ?? ''])),
    hasExtraCells: row.cells.slice(columns.length).some(Boolean),
  }));
}

async function checkRows(context: Context, area: Area, rows: Row[]): Promise<CheckedRow[]> {
  const emails = rows.map(({ cells }) => (cells.email ?? '').toLowerCase());
  const known = await listKnownEmails(context.db, emails);
  const checked: CheckedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const result = await checkRow(context, area, row);
    const isRepeated = emails.indexOf(emails[index]!) < index;
    const state = known.get(emails[index]!);
    if (isRepeated) result.issues.push({ field: 'email', key: 'issue.email-repeated' });
    else if (state) result.issues.push({ field: 'email', key: `issue.email-${state}` });
    checked.push(result);
  }
  return checked;
}

async function checkRow(
  { db, env, user }: Context,
  area: Area,
  { line: number, cells, hasExtraCells }: Row,
): Promise<CheckedRow> {
  const issues: CheckedRow['issues'] = [];
  const read = <T>(field: Column, schema: z.ZodType<T>, text = cells[field] ?? ''): T | null => {
    const parsed = schema.safeParse(text);
    if (parsed.success) return parsed.data;
    const { message } = parsed.error.issues[0]!;
    issues.push({ field, key: message.startsWith('issue.') ? message : 'issue.invalid' });
    return null;
  };
  const optional = <T>(field: Column, schema: z.ZodType<T>): T | null =>
    cells[field] ? read(field, schema) : null;

  if (hasExtraCells) issues.push({ field: 'line', key: 'issue.extra-cells' });
  read('name', line(MAX_NAME_LENGTH));
  read('email', email);
  const county = countyOfRow(area, cells.county ?? '');
  if (county === undefined)
    issues.push({ field: 'county', key: cells.county ? 'issue.unknown-county' : 'issue.county-or-national' });
  else if (area.kind === 'county' && county !== area.county)
    issues.push({ field: 'county', key: 'issue.outside-area', values: { county: area.county } });
  const names: string[] = (cells.permissions || 'view decide').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const duties = DUTIES.filter((duty) => names.includes(duty));
  const unknown = names.find((name) => !(DUTIES as readonly string[]).includes(name));
  if (unknown !== undefined)
    issues.push({
      field: 'permissions',
      key: 'issue.unknown-duty',
      values: { name: unknown, names: DUTIES.join(', ') },
    });
  else if (duties.includes('auditor') && duties.length > 1)
    issues.push({ field: 'permissions', key: 'issue.auditor-alone' });
  else if (!duties.includes('view') && !duties.includes('auditor'))
    issues.push({ field: 'permissions', key: 'issue.view-needed' });
  const from = optional('from', date);
  const until = optional('until', date);
  if (until && until < today()) issues.push({ field: 'until', key: 'issue.past' });
  else if (from && until && until < from) issues.push({ field: 'until', key: 'issue.before-start' });
  const limit = optional('limit', money);
  const monthLimit = optional('month limit', money);
  const limits = { limitCents: cents(limit), monthLimitCents: cents(monthLimit) };
  try {
    Object.assign(limits, await grantedLimits(db, env, user.id, limits));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const { path, key, values } of error.details.issues ?? [])
      issues.push({ field: path === 'limit' ? 'limit' : 'month limit', key, values });
  }
  return { line: number, cells, county: county ?? null, post: { duties, from, until, ...limits }, issues };
}

const cents = (amount: number | null) => (amount === null ? null : toCents(amount));

/** Null: national. Undefined: unknown. The manager of a county may leave it empty. */
function countyOfRow(area: Area, name: string): string | null | undefined {
  if (NATIONAL.includes(name.toLowerCase())) return null;
  return knownCounty(name || (countyOf(area) ?? ''));
}
