import type { Equipment, EquipmentStatus, ServiceDue } from '@ardhi/contract';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge, type Tone } from '../../ui/controls/badge.tsx';

export const EQUIPMENT_STATUSES = [
  'active',
  'maintenance',
  'retired',
] as const satisfies readonly EquipmentStatus[];
export const MAINTENANCE_KINDS = ['service', 'repair', 'inspection', 'other'] as const;

const TONES: Record<EquipmentStatus, Tone> = { active: 'ok', maintenance: 'wait', retired: 'off' };

/** Active green, maintenance yellow, retired grey; never the colour alone. */
export function EquipmentStatusBadge({ status }: { status: EquipmentStatus }) {
  const t = useT();
  return <Badge tone={TONES[status]}>{t(`equipment.status.${status}`)}</Badge>;
}

/** A kind written by another client is shown as stored. */
export function kindName(kind: string, t: Translate): string {
  const known = MAINTENANCE_KINDS.find((one) => one === kind.toLowerCase());
  return known ? t(`equipment.kind.${known}`) : kind;
}

type Format = ReturnType<typeof useFormat>;

function serviceText(service: ServiceDue, t: Translate, format: Format): string {
  const { state, by, dueDate, daysLeft, hoursLeft } = service;
  const date = dueDate ? format.date(dueDate) : '';
  const hours = Math.abs(Math.round(hoursLeft ?? 0));
  if (state === 'due')
    return by === 'date'
      ? t(daysLeft === 0 ? 'equipment.service.byDateToday' : 'equipment.service.byDate', { date })
      : t('equipment.service.byHours', { hours });
  if (state === 'soon')
    return by === 'date'
      ? t('equipment.service.byDateSoon', { date, days: daysLeft ?? 0 })
      : t('equipment.service.byHoursSoon', { hours });
  const when = [
    dueDate && t('equipment.service.laterDate', { date }),
    hoursLeft !== null && t('equipment.service.laterHours', { hours }),
  ].filter(Boolean);
  return when.length ? t('equipment.service.later', { when: when.join(', ') }) : '';
}

/** Renders nothing unless a service is due or due soon. */
export function ServiceWarning({ equipment }: { equipment: Equipment }) {
  const t = useT();
  const format = useFormat();
  const { state } = equipment.service;
  if (state !== 'due' && state !== 'soon') return null;
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm font-normal">
      <Badge tone={state === 'due' ? 'no' : 'wait'}>{t(`equipment.service.${state}`)}</Badge>
      <span className="text-muted">{serviceText(equipment.service, t, format)}</span>
    </span>
  );
}

export function useServiceText(equipment: Equipment): string {
  const t = useT();
  const format = useFormat();
  if (equipment.status === 'retired') return t('equipment.service.retired');
  return serviceText(equipment.service, t, format) || t('equipment.service.unknown');
}
