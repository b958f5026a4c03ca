import type { EquipmentDetail } from '@ardhi/contract';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf } from '../lib/problem-words.ts';
import { UnsentMark } from '../outbox/mark.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { MaintenanceLog } from './maintenance-log.tsx';
import { isNotFound, useEquipmentItem } from './queries.ts';
import { UsageLog } from './usage-log.tsx';
import { useEquipmentActions } from './use-equipment-actions.tsx';
import { EquipmentStatusBadge, useServiceText } from './words.tsx';

export default function EquipmentItemPage() {
  const t = useT();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useEquipmentItem(id);
  if (data) return <EquipmentItem machine={data} />;
  const back = { to: paths.equipment, label: t('equipment.back') };
  return (
    <div className="wrap py-8">
      {isNotFound(error) ? (
        <PageHeader back={back} title={t('equipment.notFound')} lead={t('equipment.notFoundText')} />
      ) : (
        <PageHeader back={back} title={t('equipment.title')} />
      )}
      {error && !isNotFound(error) && (
        <ErrorState
          headline={t('equipment.error.fetch')}
          detail={detailOf(error, t)}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!error && (
        <div aria-busy="true">
          <SkeletonText lines={6} />
        </div>
      )}
    </div>
  );
}

function EquipmentItem({ machine }: { machine: EquipmentDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const actions = useEquipmentActions();
  const remove = async () => {
    if (await actions.remove(machine)) void navigate(paths.equipment);
  };
  return (
    <div className="wrap py-8">
      <PageHeader
        back={{ to: paths.equipment, label: t('equipment.back') }}
        title={machine.name}
        lead={
          <>
            {[machine.type, machine.manufacturer, machine.model].filter(Boolean).join(' · ')}
            <UnsentMark id={machine._id} className="mt-1 block w-fit" />
          </>
        }
        actions={
          <>
            <Button variant="main" onClick={() => actions.recordUsage(machine)}>
              {t('equipment.logUsage')}
            </Button>
            <Button onClick={() => actions.recordMaintenance(machine)}>
              {t('equipment.logMaintenance')}
            </Button>
            <Button onClick={() => actions.edit(machine)}>{t('equipment.edit')}</Button>
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
      <ServiceNotice machine={machine} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-6">
          <MaintenanceLog machine={machine} onAdd={() => actions.recordMaintenance(machine)} />
          <UsageLog machine={machine} onAdd={() => actions.recordUsage(machine)} />
        </div>
        <div className="grid gap-6">
          <Facts machine={machine} />
          <Costs machine={machine} />
        </div>
      </div>
      {actions.dialogs}
    </div>
  );
}

function ServiceNotice({ machine }: { machine: EquipmentDetail }) {
  const t = useT();
  const text = useServiceText(machine);
  const { state } = machine.service;
  if (state === 'due' || state === 'soon')
    return (
      <Notice tone={state === 'due' ? 'no' : 'wait'} headline={t(`equipment.service.${state}`)}>
        {text}
      </Notice>
    );
  return <p className="text-muted">{text}</p>;
}

function Facts({ machine }: { machine: EquipmentDetail }) {
  const t = useT();
  const format = useFormat();
  const none = t('equipment.notAvailable');
  const hours = (value: number | null) =>
    value === null ? none : t('equipment.hoursText', { hours: format.number(value) });
  const entries: [label: string, value: ReactNode][] = [
    [t('equipment.status'), <EquipmentStatusBadge key="status" status={machine.status} />],
    [t('equipment.usageHours'), hours(machine.usageHours)],
    [t('equipment.interval'), hours(machine.serviceIntervalHours)],
    [t('equipment.purchaseDate'), machine.purchaseDate ? format.date(machine.purchaseDate) : none],
    [
      t('equipment.purchasePrice'),
      machine.purchasePrice === null ? none : format.money(machine.purchasePrice),
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

function Costs({ machine }: { machine: EquipmentDetail }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel
      title={t('equipment.costs')}
      note={t('equipment.costs.last', { amount: format.money(machine.yearlyCost) })}
    >
      {machine.costByYear.length === 0 ? (
        <p className="text-muted">{t('equipment.costs.none')}</p>
      ) : (
        <dl className="space-y-2">
          {machine.costByYear.map(({ year, cost }) => (
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
