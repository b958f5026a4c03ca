/** Audit entries for auditors: farmers by initials, without the texts and contact data that they entered. */
import { initialsOf } from '../../lib/text/initials.ts';
import type { AuditRow } from './queries.ts';

type Fields = AuditRow['before'];

const ID_OR_DATE = /^([0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\d(T[\d:.]+Z)?)$/;
/** Choices from a list, whoever made them. */
const CHOICES = ['status', 'soilType', 'type', 'unit', 'role', 'kind', 'county', 'region', 'period'];
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

function maskFields(fields: Fields, isByFarmer: boolean): Fields {
  const isReadable = (field: string, value: unknown): boolean => {
    if (PLACES.includes(field)) return false;
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return true;
    if (CHOICES.includes(field) || (!isByFarmer && ACTS.includes(field))) return true;
    if (Array.isArray(value)) return value.every((item) => isReadable(field, item));
    return typeof value === 'string' && ID_OR_DATE.test(value);
  };
  return fields && Object.fromEntries(Object.entries(fields).filter((entry) => isReadable(...entry)));
}

export function maskRow(row: AuditRow): AuditRow {
  const { object, actor_role } = row;
  const isByFarmer = actor_role === 'farmer';
  const keepsName = object?.kind === 'programme' || object?.kind === 'government' || row.entity === 'policy';
  return {
    ...row,
    actor_name: isByFarmer && row.actor_name ? initialsOf(row.actor_name) : row.actor_name,
    object: object && {
      ...object,
      name: keepsName ? object.name : object.kind === 'farmer' ? initialsOf(object.name ?? '') : null,
      farmer: object.farmer && initialsOf(object.farmer),
    },
    before: maskFields(row.before, isByFarmer),
    after: maskFields(row.after, isByFarmer),
  };
}
