/** Audit entries for auditors: farmers by initials, without the texts and contact data that they entered. */
import { initialsOf } from '../../lib/text/initials.ts';
import type { AuditRow } from './queries.ts';

type Fields = AuditRow['before'];

const ID_OR_DATE = /^([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;
/** Enumerations, for farmers too. Not `type`: farmers type that of a machine and of a fertilizer themselves. */
const CHOICES = ['status', 'soilType', 'unit', 'role', 'county', 'region', 'period'];
/** Where `kind` is an enumeration. That of maintenance is free text. */
const KIND_ENTITIES = ['user', 'search', 'export'];
/** Acts of officials: their reasons, approvals and settings are what an auditor reads. */
const ACTS = [
  'reason',
  'approvals',
  'awaiting',
  'rules',
  'fields',
  'duties',
  'setting',
  'task',
  'title',
  'source',
];
/** A number can be a place or an account too. */
const PLACES = ['latitude', 'longitude', 'lat', 'lng', 'coordinates'];

const EMAIL = /[^\s<>]+@[^\s<>]+/g;
/** International, with a leading zero, or a Kenyan mobile number without it. */
const PHONE =
  /(?<![\p{L}\p{N}])(?:(?:\+|00?|254)[\s().-]{0,2}\d(?:[\s().-]{0,2}\d){7,13}|(?:7\d|1[01])\d[\s-]?\d{3}[\s-]?\d{3})(?!\d)/gu;
const MASK = '…';
/** Shorter words are common, such as "a" or "of". */
const MIN_MASKED_LENGTH = 3;

/** Whole words. Both apostrophes match, because phones type a curly one. */
function patternOf(texts: readonly string[]): RegExp | null {
  const patterns = texts
    .filter(({ length }) => length >= MIN_MASKED_LENGTH)
    .map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/['’]/g, "['’]"));
  if (patterns.length === 0) return null;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
}

type MaskText = (text: string) => string;

/** Auditors need the reason, but templates put the farmer's name and the title of the application into it. */
function textMask(farmer: string, title: string): MaskText {
  const titlePattern = patternOf([title]);
  // The full name also covers its short words.
  const namePattern = patternOf([farmer, ...farmer.split(/[\s-]+/)]);
  return (text) => {
    const withoutTitle = titlePattern ? text.replace(titlePattern, MASK) : text;
    const withoutContacts = withoutTitle.replace(EMAIL, MASK).replace(PHONE, MASK);
    return namePattern ? withoutContacts.replace(namePattern, (name) => initialsOf(name)) : withoutContacts;
  };
}

function maskFields(fields: Fields, { actor_role, entity }: AuditRow, mask: MaskText): Fields {
  const isReadable = (field: string, value: unknown): boolean => {
    if (PLACES.includes(field)) return false;
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return true;
    if (CHOICES.includes(field) || (field === 'kind' && KIND_ENTITIES.includes(entity))) return true;
    if (actor_role !== 'farmer' && ACTS.includes(field)) return true;
    if (Array.isArray(value)) return value.every((item) => isReadable(field, item));
    return typeof value === 'string' && ID_OR_DATE.test(value);
  };
  const maskValue = (field: string, value: unknown) =>
    field === 'reason' && typeof value === 'string' ? mask(value) : value;
  return (
    fields &&
    Object.fromEntries(
      Object.entries(fields)
        .filter((entry) => isReadable(...entry))
        .map(([field, value]) => [field, maskValue(field, value)]),
    )
  );
}

export function maskRow(row: AuditRow): AuditRow {
  const { object, actor_role, actor_name } = row;
  const name = object?.name ?? '';
  const isPublic = object?.kind === 'programme' || object?.kind === 'government' || row.entity === 'policy';
  const isFarmer = object?.kind === 'farmer';
  const mask = textMask(isFarmer ? name : (object?.farmer ?? ''), isFarmer || isPublic ? '' : name);
  return {
    ...row,
    actor_name: actor_role === 'farmer' && actor_name ? initialsOf(actor_name) : actor_name,
    object: object && {
      ...object,
      name: isPublic ? object.name : isFarmer ? initialsOf(name) : null,
      farmer: object.farmer && initialsOf(object.farmer),
    },
    before: maskFields(row.before, row, mask),
    after: maskFields(row.after, row, mask),
  };
}
