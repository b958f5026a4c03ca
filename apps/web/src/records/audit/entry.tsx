import type { AuditEntry } from '@ardhi/contract';
import {
  AUDIT_ACTIONS,
  type AuditAction,
  type AuditEntity,
  HISTORY_ENTITIES,
} from '@ardhi/contract/audit-actions';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
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

/** The farmer behind the initials of a masked entry, if it concerns one; null if the entry is not masked. */
export function maskedFarmerOf({ masked, actor, subjectId, object }: AuditEntry): string | null {
  if (!masked) return null;
  if (actor?.role === 'farmer') return actor._id;
  return object?.kind === 'government' || object?.kind === 'programme' ? null : subjectId;
}

export function actorText({ actor, action }: AuditEntry, t: Translate): string {
  if (actor) return actor.name || t('audit.deletedAccount');
  return t(action === HIDES_ACTOR ? 'audit.hidden' : 'audit.nobody');
}

/** Page of the object for officials, if it has one. */
function linkOf({ entity, entityId, object, masked }: AuditEntry): string | undefined {
  // Auditors open none of these pages.
  if (!entityId || !object || masked) return undefined;
  if (PARCEL_ENTITIES.includes(entity)) return paths.registerLand(entityId);
  if (object.kind === 'application') return paths.subsidyCase(entityId);
  if (object.kind === 'programme') return `${paths.subsidyManage}?programmeId=${entityId}`;
  if (object.kind === 'farmer') return paths.registerFarmer(entityId);
  return entity === 'policy' ? paths.policy(entityId) : undefined;
}

const PARCEL_ENTITIES: readonly string[] = HISTORY_ENTITIES.parcel;

/** Name, farmer, amount and reference number of the object in one line, or its type if it has none of them. */
export function ObjectLine({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const format = useFormat();
  const { object } = entry;
  if (!object) return entityText(entry.entity, t);
  const name = object.name === null ? entityText(entry.entity, t) : object.name || t('audit.deletedAccount');
  const link = linkOf(entry);
  const facts = [object.farmer, object.amount !== null && format.money(object.amount), object.reference];
  return (
    <>
      {link ? (
        <Link className="link" to={link}>
          {name}
        </Link>
      ) : (
        name
      )}
      {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
    </>
  );
}

/** Few readers need hashes. */
const HASHES: readonly string[] = ['network', 'words', 'account', 'anchor', 'head', 'csvSha256', 'pdfSha256'];

/** Fields with a value that readers understand. */
export const fieldsOf = ({ before, after }: AuditEntry): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => isReadableField(field) && (hasValue(before?.[field]) || hasValue(after?.[field])),
  );

/** Without the values that did not change and that the line of the object shows. */
export const fieldsBesideObject = (entry: AuditEntry): string[] => {
  const { object, before, after } = entry;
  const shown: Record<string, unknown> = {
    name: object?.name,
    reference: object?.reference,
    amountCents: object?.amount != null ? Math.round(object.amount * 100) : undefined,
  };
  return fieldsOf(entry).filter(
    (field) => !(hasValue(shown[field]) && shown[field] === after?.[field] && !hasValue(before?.[field])),
  );
};

export function Changes({ entry, fields = fieldsOf(entry) }: { entry: AuditEntry; fields?: string[] }) {
  const t = useT();
  const { before, after } = entry;
  const hashes = fields.filter((field) => HASHES.includes(field));
  return (
    <>
      <FieldList fields={fields.filter((field) => !hashes.includes(field))} before={before} after={after} />
      {hashes.length > 0 && (
        <details>
          <summary className="link w-fit cursor-pointer">{t('audit.hashes')}</summary>
          <FieldList fields={hashes} before={before} after={after} />
        </details>
      )}
    </>
  );
}

function FieldList({ fields, before, after }: { fields: string[] } & Pick<AuditEntry, 'before' | 'after'>) {
  const t = useT();
  const valueText = useValueText();
  if (fields.length === 0) return null;
  return (
    <ul className="changes">
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
