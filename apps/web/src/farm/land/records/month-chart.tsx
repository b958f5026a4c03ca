import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { monthlyTotals } from '../reports/monthly-totals.ts';
import { useMonthFormat } from '../reports/months.ts';

interface MonthChartProps {
  label: string;
  measure: string;
  records: readonly { date: string; amount: number }[];
  amount: (value: number) => string;
  tone: 'water' | 'primary' | 'ochre';
}

/** Axis labels are short: 1,500,000 is 1.5M. All labels use the unit of the highest value. */
function useTick(): (value: number, highest: number) => string {
  const t = useT();
  const format = useFormat();
  return (value, highest) => {
    if (value === 0) return format.number(0);
    if (highest >= 1_000_000) return t('land.millions', { value: format.number(value / 1_000_000, 1) });
    if (highest >= 10_000) return t('land.thousands', { value: format.number(value / 1000, 1) });
    return format.number(value, 1);
  };
}

/** Renders nothing for a single month, which shows no trend. */
export function MonthChart({ label, measure, records, amount, tone }: MonthChartProps) {
  const t = useT();
  const tick = useTick();
  const month = useMonthFormat();
  const totals = monthlyTotals(records);
  if (totals.length < 2) return null;
  return (
    <div className="mb-4">
      <LineChart
        label={label}
        heading={3}
        category={t('land.record.month')}
        measure={measure}
        empty={null}
        height={130}
        tone={tone}
        formatTick={tick}
        points={totals.map(({ date, amount: value }) => ({
          date,
          value,
          label: month(date, 'short'),
          text: amount(value),
        }))}
      />
    </div>
  );
}
