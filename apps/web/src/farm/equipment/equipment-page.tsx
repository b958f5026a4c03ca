import type { Equipment } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { EllipsisVertical, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useKnownNames } from '../../ui/controls/known-name.tsx';
import { Menu } from '../../ui/controls/menu.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { EquipmentForm } from './equipment-form.tsx';
import { EquipmentStatusBadge, ServiceWarning } from './labels.tsx';
import { useEquipment } from './queries.ts';
import { type EquipmentActions, useEquipmentActions } from './use-equipment-actions.tsx';

export default function EquipmentPage() {
  const t = useT();
  const [adding, setAdding] = useState(false);
  const guard = useRef(async () => true);
  const toggle = async () => {
    if (!adding || (await guard.current())) setAdding(!adding);
  };
  const actions = useEquipmentActions();
  const equipment = useEquipment();
  const rows = equipment.data?.rows;
  return (
    <div className="wrap py-8">
      <PageHeader
        title={t('equipment.title')}
        lead={t('equipment.lead')}
        actions={
          <Button
            variant="main"
            icon={<Plus size={18} aria-hidden="true" />}
            aria-expanded={adding}
            onClick={() => void toggle()}
          >
            {t('equipment.add')}
          </Button>
        }
      />
      {adding && (
        <Panel title={t('equipment.addTitle')} className="mb-6">
          <EquipmentForm guard={guard} onClose={() => setAdding(false)} />
        </Panel>
      )}
      {!rows && equipment.error ? (
        <LoadError query={equipment} headline={t('equipment.error.fetch')} />
      ) : (
        <>
          {(!rows || rows.length > 0) && <EquipmentStats rows={rows} />}
          {!(adding && rows?.length === 0) && (
            <Panel className="mt-6">
              <EquipmentTable rows={rows} actions={actions} onAdd={() => setAdding(true)} />
            </Panel>
          )}
        </>
      )}
      {actions.dialogs}
    </div>
  );
}

function EquipmentStats({ rows }: { rows: readonly Equipment[] | undefined }) {
  const t = useT();
  const format = useFormat();
  const items = rows ?? [];
  const inState = (state: string) => items.filter(({ service }) => service.state === state).length;
  const cents = items.reduce((sum, { yearlyCost }) => sum + Math.round(yearlyCost * 100), 0);
  return (
    <StatTiles
      label={t('equipment.figures')}
      loading={!rows}
      tiles={[
        {
          label: t('equipment.figure.machines'),
          value: format.number(items.length),
          note: t('equipment.figure.machinesNote', {
            active: items.filter(({ status }) => status === 'active').length,
          }),
        },
        {
          label: t('equipment.figure.hours'),
          value: format.number(
            items.reduce((sum, { usageHours }) => sum + usageHours, 0),
            1,
          ),
        },
        {
          label: t('equipment.figure.due'),
          value: format.number(inState('due')),
          note: t('equipment.figure.dueNote', { soon: inState('soon') }),
        },
        { label: t('equipment.figure.cost'), value: format.money(cents / 100) },
      ]}
    />
  );
}

interface EquipmentTableProps {
  rows: readonly Equipment[] | undefined;
  actions: EquipmentActions;
  onAdd: () => void;
}

function EquipmentTable({ rows, actions, onAdd }: EquipmentTableProps) {
  const t = useT();
  const format = useFormat();
  const withWord = useKnownNames('machine');
  const notAvailable = t('equipment.notAvailable');
  const columns: Column<Equipment>[] = [
    {
      key: 'name',
      label: t('equipment.name'),
      title: true,
      cell: (equipment) => (
        <>
          <Link to={paths.equipmentDetail(equipment._id)} className="link thumb">
            {equipment.name}
          </Link>
          <ServiceWarning equipment={equipment} />
          <UnsentBadge id={equipment._id} within className="mt-1 block w-fit" />
        </>
      ),
    },
    {
      key: 'type',
      label: t('equipment.type'),
      cell: ({ type }) => withWord(type),
    },
    {
      key: 'manufacturer',
      label: t('equipment.manufacturer'),
      cell: ({ manufacturer }) => manufacturer ?? notAvailable,
    },
    {
      key: 'purchaseDate',
      label: t('equipment.purchaseDate'),
      cell: ({ purchaseDate }) => (purchaseDate ? format.date(purchaseDate, 'medium') : notAvailable),
    },
    {
      key: 'status',
      label: t('equipment.status'),
      cell: ({ status }) => <EquipmentStatusBadge status={status} />,
    },
    {
      key: 'usageHours',
      label: t('equipment.usageHours'),
      numeric: true,
      cell: ({ usageHours }) => format.number(usageHours),
    },
  ];
  return (
    <DataTable
      caption={t('equipment.table')}
      columns={columns}
      rows={rows}
      loading={!rows}
      rowKey={({ _id }) => _id}
      rowActions={(equipment) => <RowActions equipment={equipment} actions={actions} />}
      empty={
        <Empty
          drawing="machine"
          title={t('equipment.none')}
          text={t('equipment.noneText')}
          action={
            <Button variant="main" onClick={onAdd}>
              {t('equipment.addFirst')}
            </Button>
          }
        />
      }
    />
  );
}

function RowActions({ equipment, actions }: { equipment: Equipment; actions: EquipmentActions }) {
  const t = useT();
  const { name } = equipment;
  return (
    <>
      {equipment.status !== 'retired' && (
        <Button
          size="small"
          aria-label={t('equipment.logUsageOf', { name })}
          onClick={() => actions.recordUsage(equipment)}
        >
          {t('equipment.logUsage')}
        </Button>
      )}
      <Menu
        label={t('equipment.actionsOf', { name })}
        icon={<EllipsisVertical size={20} aria-hidden="true" />}
        iconOnly
        size="small"
        items={[
          {
            key: 'maintenance',
            label: t('equipment.logMaintenance'),
            onSelect: () => actions.recordMaintenance(equipment),
          },
          { key: 'details', label: t('equipment.details'), to: paths.equipmentDetail(equipment._id) },
          { key: 'edit', label: t('equipment.edit'), onSelect: () => actions.edit(equipment) },
          {
            key: 'delete',
            label: t('equipment.delete'),
            danger: true,
            onSelect: () => void actions.remove(equipment),
          },
        ]}
      />
    </>
  );
}
