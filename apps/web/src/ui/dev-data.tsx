import { useState } from 'react';
import { Badge } from './badge.tsx';
import { BarChart } from './bar-chart.tsx';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';
import { LineChart } from './line-chart.tsx';
import { Pager } from './pager.tsx';
import { BudgetBar, ProgressBar } from './progress.tsx';
import { type Column, DataTable, type Sort } from './table.tsx';

interface Application {
  id: string;
  name: string;
  description: string;
  amount: number;
  state: 'pending' | 'approved' | 'rejected' | 'withdrawn';
}

const TONES = { pending: 'wait', approved: 'ok', rejected: 'no', withdrawn: 'off' } as const;
const ROWS: Application[] = [
  {
    id: '1',
    name: 'Seed support',
    description: 'Certified maize seed, 2 acres',
    amount: 15000.5,
    state: 'pending',
  },
  { id: '2', name: 'Drip kit', description: 'Half-acre kit, Kajiado', amount: 42000, state: 'approved' },
  { id: '3', name: 'Diesel pump', description: 'Replacement', amount: 88000, state: 'rejected' },
];
const kes = (amount: number) => `KES ${amount.toLocaleString('en-KE', { minimumFractionDigits: 2 })}`;
const COLUMNS: Column<Application>[] = [
  { key: 'name', label: 'Name', cell: (row) => row.name, title: true, sortable: true },
  { key: 'description', label: 'Description', cell: (row) => row.description },
  { key: 'amount', label: 'Amount', cell: (row) => kes(row.amount), numeric: true, sortable: true },
  { key: 'state', label: 'Status', cell: (row) => <Badge tone={TONES[row.state]}>{row.state}</Badge> },
];

export function TableSamples({ theme }: { theme: string }) {
  const [sort, setSort] = useState<Sort>({ key: 'name', direction: 'ascending' });
  const [page, setPage] = useState(5);
  const way = sort.direction === 'ascending' ? 1 : -1;
  const rows = ROWS.toSorted((a, b) =>
    sort.key === 'amount' ? (a.amount - b.amount) * way : a.name.localeCompare(b.name) * way,
  );
  const shared = { columns: COLUMNS, rowKey: (row: Application) => row.id };
  return (
    <div className="space-y-6">
      <DataTable
        {...shared}
        caption="Subsidy applications"
        rows={rows}
        sort={sort}
        onSort={setSort}
        rowActions={(row) =>
          row.state === 'pending' && (
            <>
              <Button size="small">Approve</Button>
              <Button size="small">Reject</Button>
            </>
          )
        }
      />
      <Pager page={page} pages={12} onPage={setPage} label={`Pages, ${theme}`} />
      <DataTable {...shared} caption="Applications on their way" rows={undefined} loading loadingRows={2} />
      <DataTable
        {...shared}
        caption="No applications"
        rows={[]}
        empty={
          <Empty
            title="No subsidies available"
            text="When a programme opens in your county it is listed here."
            action={<Button variant="main">Create subsidy</Button>}
          />
        }
      />
    </div>
  );
}

const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'];
const COUNTS = [41210, 128004, 322870, 271555, 96120];
const SCORE_TONES = ['score-1', 'score-2', 'score-3', 'score-4', 'score-5'] as const;
const COUNTIES = [
  'Nakuru',
  'Elgeyo-Marakwet',
  'Taita-Taveta',
  'Tharaka-Nithi',
  'Kitui',
  'Uasin Gishu',
  'Homa Bay',
];
const WATER = [
  ['2026-05-03', '3 May', 1200],
  ['2026-06-10', '10 June', 2400],
  ['2026-07-01', '1 July', 1800],
  ['2026-09-12', '12 September', 3100],
  ['2026-11-15', '15 November', 900],
] as const;
const figure = (value: number) => value.toLocaleString('en-KE');

export function ChartSamples() {
  return (
    <div className="space-y-8">
      <BarChart
        label="Score distribution"
        heading={3}
        category="Score"
        measure="Parcels"
        empty={null}
        height={220}
        bars={BUCKETS.map((label, index) => ({
          key: label,
          label,
          value: COUNTS[index] ?? 0,
          text: figure(COUNTS[index] ?? 0),
          tone: SCORE_TONES[index],
        }))}
      />
      <BarChart
        label="Parcels by county"
        heading={3}
        category="County"
        measure="Parcels"
        empty={null}
        bars={COUNTIES.map((label, index) => {
          const value = 31400 - index * index * 700;
          return { key: label, label, value, text: figure(value) };
        })}
      />
      <LineChart
        label="Water over time"
        heading={3}
        category="Date"
        measure="Litres"
        empty={null}
        tone="water"
        formatTick={figure}
        points={WATER.map(([date, label, value]) => ({
          date,
          label,
          value,
          text: `${figure(value)} litres`,
        }))}
      />
      <BarChart
        label="Nothing assessed yet"
        heading={3}
        category="Score"
        measure="Parcels"
        bars={[]}
        empty={<Empty title="No sustainability score data available" />}
      />
      <BarChart
        label="On its way"
        heading={3}
        category="Score"
        measure="Parcels"
        bars={[]}
        empty={null}
        loading
      />
    </div>
  );
}

export function ProgressSamples() {
  return (
    <div className="space-y-6">
      <ProgressBar label="Importing parcels" value={0.31} text="312 of 1,000 rows" />
      <ProgressBar label="Preparing the PDF" />
      <BudgetBar
        label="Seed support 2026"
        total={2000000}
        totalText="KES 2,000,000"
        parts={[
          { label: 'Approved', amount: 1180000, text: 'KES 1,180,000', tone: 'spent' },
          { label: 'Pending', amount: 340000, text: 'KES 340,000', tone: 'pending' },
        ]}
        rest={{ label: 'Left', text: 'KES 480,000' }}
      />
    </div>
  );
}
