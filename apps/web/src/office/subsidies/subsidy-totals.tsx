import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable } from '../../ui/charts/table.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { useSubsidyTotals } from './queries.ts';

/** Requested, granted and pending amounts, in total and by year. Hidden before the first application. */
export function SubsidyTotals() {
  const t = useT();
  const { money } = useFormat();
  const { data } = useSubsidyTotals();
  if (!data?.years.length) return null;
  return (
    <div className="mb-4 sm:mb-6">
      <StatTiles
        label={t('subsidies.money.label')}
        tiles={[
          { label: t('subsidies.money.asked'), value: money(data.asked) },
          { label: t('subsidies.money.granted'), value: money(data.granted) },
          { label: t('subsidies.money.waiting'), value: money(data.waiting) },
        ]}
      />
      <Disclosure summary={t('subsidies.money.byYear')}>
        <DataTable
          caption={t('subsidies.money.byYear')}
          dense
          rows={data.years}
          rowKey={({ year }) => String(year)}
          columns={[
            { key: 'year', label: t('subsidies.money.year'), title: true, cell: ({ year }) => year },
            {
              key: 'asked',
              label: t('subsidies.money.asked'),
              numeric: true,
              cell: ({ asked }) => money(asked),
            },
            {
              key: 'granted',
              label: t('subsidies.money.granted'),
              numeric: true,
              cell: ({ granted }) => money(granted),
            },
            {
              key: 'waiting',
              label: t('subsidies.money.waiting'),
              numeric: true,
              cell: ({ waiting }) => money(waiting),
            },
          ]}
        />
      </Disclosure>
    </div>
  );
}
