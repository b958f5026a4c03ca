import type { SubsidyTotals as Totals } from '@ardhi/contract';
import { useWide } from '../../lib/page/use-wide.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { useSubsidyTotals } from './queries.ts';

const AMOUNTS = ['asked', 'granted', 'waiting'] as const;

/** Requested, granted and pending amounts, in total and by year; on phones one line. Hidden before the first application. */
export function SubsidyTotals() {
  const t = useT();
  const { money } = useFormat();
  const wide = useWide();
  const { data } = useSubsidyTotals();
  if (!data?.years.length) return null;
  const tiles = AMOUNTS.map((name) => ({ label: t(`subsidies.money.${name}`), value: money(data[name]) }));
  const line = tiles.map(({ label, value }) => `${label} ${value}`).join(' · ');
  return (
    <div className="sm:mb-6">
      {wide && <StatTiles label={t('subsidies.money.label')} tiles={tiles} />}
      <Disclosure
        summary={
          wide ? t('subsidies.money.byYear') : <span className="num text-sm leading-snug">{line}</span>
        }
      >
        <DataTable
          caption={t('subsidies.money.byYear')}
          dense
          rows={data.years}
          rowKey={({ year }) => String(year)}
          columns={[
            { key: 'year', label: t('subsidies.money.year'), title: true, cell: ({ year }) => year },
            ...AMOUNTS.map((name) => ({
              ...numeric(name, t(`subsidies.money.${name}`)),
              cell: (row: Totals['years'][number]) => money(row[name]),
            })),
          ]}
        />
      </Disclosure>
    </div>
  );
}
