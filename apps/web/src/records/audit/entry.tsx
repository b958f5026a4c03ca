import type { AuditEntry } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditAction, type AuditEntity } from '@ardhi/contract/audit-actions';
import { type Translate, useT } from '../../lib/text/i18n.tsx';
import { fieldText, hasValue, isReadableField, useValueText } from './fields.ts';

const ACTIONS: readonly string[] = Object.values(AUDIT_ACTIONS).flat();

/** An unknown action, written by a newer server, is shown as stored. */
export function actionText(action: string, t: Translate): string {
  return ACTIONS.includes(action) ? t(`audit.action.${action as AuditAction}`) : action;
}

export function entityText(entity: string, t: Translate): string {
  return entity in AUDIT_ACTIONS ? t(`audit.entity.${entity as AuditEntity}`) : entity;
}

const HIDES_ACTOR: AuditAction = 'complaint.create';

export function actorText({ actor, action }: AuditEntry, t: Translate): string {
  if (actor) return actor.name || t('audit.deletedAccount');
  return t(action === HIDES_ACTOR ? 'audit.hidden' : 'audit.nobody');
}

export function Changes({ entry: { before, after } }: { entry: AuditEntry }) {
  const t = useT();
  const valueText = useValueText();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => isReadableField(field) && (hasValue(before?.[field]) || hasValue(after?.[field])),
  );
  if (fields.length === 0) return null;
  return (
    <ul className="text-sm">
      {fields.map((field) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldText(field, t)}: </span>
          {before && after && field in before
            ? t('audit.change', {
                before: valueText(field, before[field]),
                after: valueText(field, after[field]),
              })
            : valueText(field, (after ?? before)?.[field])}
        </li>
      ))}
    </ul>
  );
}
