import type { EquipmentDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useKnownNames } from '../../ui/controls/known-name.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { EquipmentStatusBadge, useServiceText } from './labels.tsx';
import { MaintenanceLog } from './maintenance-log.tsx';
import { useEquipmentItem } from './queries.ts';
import { UsageLog } from './usage-log.tsx';
import { useEquipmentActions } from './use-equipment-actions.tsx';

export default function EquipmentItemPage() {
  const t = useT();
  const { id = '' } = useParams();
  const item = useEquipmentItem(id);
  const back = { to: paths.equipment, label: t('equipment.back') };
  if (item.data) return <EquipmentItem equipment={item.data} />;
  if (isNotFound(item.error))
    return (
      <div className="wrap py-8">
        <PageHeader back={back} title={t('equipment.notFound')} lead={t('equipment.notFoundText')} />
      </div>
    );
  return (
    <div className="wrap py-8">
      <PageHeader back={back} title={t('equipment.title')} />
      {item.error ? (
        <LoadError query={item} headline={t('equipment.error.fetch')} />
      ) : (
        <div aria-busy="true">
          <SkeletonText lines={6} />
        </div>
      )}
    </div>
  );
}

function EquipmentItem({ equipment }: { equipment: EquipmentDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const actions = useEquipmentActions();
  const knownType = useKnownNames('machine');
  // Retired equipment has no hours to record.
  const recordUsage = equipment.status === 'retired' ? undefined : () => actions.recordUsage(equipment);
  const remove = async () => {
    if (await actions.remove(equipment)) void navigate(paths.equipment);
  };
  return (
    <div className="wrap py-8">
      <PageHeader
        back={{ to: paths.equipment, label: t('equipment.back') }}
        title={equipment.name}
        lead={
          <>
            {[knownType(equipment.type), equipment.manufacturer, equipment.model].filter(Boolean).join(' · ')}
            <UnsentBadge id={equipment._id} className="mt-1 block w-fit" />
          </>
        }
        actions={
          <>
            {recordUsage && (
              <Button variant="main" onClick={recordUsage}>
                {t('equipment.logUsage')}
              </Button>
            )}
            <Button onClick={() => actions.recordMaintenance(equipment)}>
              {t('equipment.logMaintenance')}
            </Button>
            <Button onClick={() => actions.edit(equipment)}>{t('equipment.edit')}</Button>
            <Button
              variant="quiet"
              icon={<Trash2 size={18} aria-hidden="true" />}
              onClick={() => void remove()}
            >
              {t('equipment.delete')}
            </Button>
          </>
        }
      />
      <ServiceNotice equipment={equipment} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <MaintenanceLog equipment={equipment} onAdd={() => actions.recordMaintenance(equipment)} />
          <UsageLog equipment={equipment} onAdd={recordUsage} />
        </div>
        <div className="grid gap-6 lg:sticky lg:top-24">
          <Facts equipment={equipment} />
          <Costs equipment={equipment} />
        </div>
      </div>
      {actions.dialogs}
    </div>
  );
}

function ServiceNotice({ equipment }: { equipment: EquipmentDetail }) {
  const t = useT();
  const text = useServiceText(equipment);
  const { state } = equipment.service;
  if (state === 'due' || state === 'soon')
    return (
      <Callout tone={state === 'due' ? 'no' : 'wait'} headline={t(`equipment.service.${state}`)}>
        {text}
      </Callout>
    );
  return <p className="text-muted">{text}</p>;
}

function Facts({ equipment }: { equipment: EquipmentDetail }) {
  const t = useT();
  const format = useFormat();
  const none = t('equipment.notAvailable');
  const hours = (value: number | null) =>
    value === null ? none : t('equipment.hoursText', { hours: format.number(value) });
  const entries: [label: string, value: ReactNode][] = [
    [t('equipment.status'), <EquipmentStatusBadge key="status" status={equipment.status} />],
    [t('equipment.usageHours'), hours(equipment.usageHours)],
    [t('equipment.serviceIntervalHours'), hours(equipment.serviceIntervalHours)],
    [t('equipment.purchaseDate'), equipment.purchaseDate ? format.date(equipment.purchaseDate) : none],
    [
      t('equipment.purchasePrice'),
      equipment.purchasePrice === null ? none : format.money(equipment.purchasePrice),
    ],
  ];
  return (
    <Panel title={t('equipment.facts')}>
      <dl className="space-y-2">
        {entries.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="num font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Costs({ equipment }: { equipment: EquipmentDetail }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel
      title={t('equipment.costs')}
      note={t('equipment.costs.last', { amount: format.money(equipment.yearlyCost) })}
    >
      {equipment.costByYear.length === 0 ? (
        <p className="text-muted">{t('equipment.costs.none')}</p>
      ) : (
        <dl className="space-y-2">
          {equipment.costByYear.map(({ year, cost }) => (
            <div key={year} className="flex justify-between gap-4">
              <dt>{t('equipment.costs.year', { year: String(year) })}</dt>
              <dd className="num font-semibold">{format.money(cost)}</dd>
            </div>
          ))}
        </dl>
      )}
    </Panel>
  );
}
