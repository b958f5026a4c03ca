import type { AuditEntry } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntity } from '@ardhi/contract/audit-actions';
import { type Translate, useFormat, useT } from '../lib/i18n.tsx';
import { fieldText, isForPeople } from './fields.ts';

const ACTIONS: readonly string[] = Object.values(AUDIT_ACTIONS).flat();

/** What is not known to this page, written by a newer server, is called as it is stored. */
export function actionText(action: string, t: Translate): string {
  return ACTIONS.includes(action) ? t(`audit.action.${action as AuditAction}`) : action;
}

export function entityText(entity: string, t: Translate): string {
  return entity in AUDIT_ACTIONS ? t(`audit.entity.${entity as AuditEntity}`) : entity;
}

export function actorText({ actor }: AuditEntry, t: Translate): string {
  return actor ? actor.name || t('audit.deletedAccount') : t('audit.nobody');
}

/** The fields that changed. */
export function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const t = useT();
  const format = useFormat();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    isForPeople,
  );
  const value = (row: Fields, field: string) =>
    field.endsWith('Cents') ? format.money(Number(row[field]) / 100) : shown(row[field]);
  if (fields.length === 0) return null;
  return (
    <ul className="text-sm">
      {fields.map((field) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldText(field, t)}: </span>
          {before && after && field in before
            ? t('audit.change', { before: value(before, field), after: value(after, field) })
            : value(after ?? before ?? {}, field)}
        </li>
      ))}
    </ul>
  );
}

type Fields = Record<string, unknown>;

/** Longer texts are in the file. */
const MAX_SHOWN_LENGTH = 200;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '–');
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}
