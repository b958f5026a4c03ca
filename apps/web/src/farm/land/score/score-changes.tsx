import type { ScoreComponentKey, ScoreHistoryEntry } from '@ardhi/contract';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../../ui/charts/table.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useScore } from '../queries.ts';
import { useScoreLabels } from './score-labels.ts';

const SHOWN = 8;

/** The latest score changes, with the components that caused them. */
export function ScoreChanges({ id }: { id: string }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const { data: score } = useScore(id);
  if (!score) return null;
  const rows = changesByDay(score.history).slice(0, SHOWN);
  const points = (value: number) =>
    t(value > 0 ? 'seasons.plus' : 'seasons.minus', { points: format.number(Math.abs(value), 1) });
  const columns: Column<DayOfChange>[] = [
    {
      key: 'date',
      label: t('score.historyDate'),
      title: true,
      cell: ({ date }) => format.date(date, 'medium'),
    },
    {
      key: 'score',
      label: t('score.historyScore'),
      cell: ({ before, after }) =>
        t('seasons.changeTo', { before: format.percent(before), after: format.percent(after) }),
    },
    {
      key: 'changes',
      label: t('seasons.changesNote'),
      cell: ({ changes }) => (
        <ul>
          {changes.map(([key, moved]) => (
            <li key={key} className="num">
              {labels.component(key)} {points(moved)}
            </li>
          ))}
        </ul>
      ),
    },
  ];
  return (
    <Panel title={t('seasons.changes')}>
      {rows.length > 0 ? (
        <DataTable caption={t('seasons.changes')} columns={columns} rows={rows} rowKey={({ date }) => date} />
      ) : (
        <p className="text-muted">{t('seasons.noChanges')}</p>
      )}
    </Panel>
  );
}

interface DayOfChange {
  date: string;
  before: number;
  after: number;
  changes: [key: ScoreComponentKey, points: number][];
}

/** Newest first, one row per day; omits changes of unknown cause. */
export function changesByDay(history: readonly ScoreHistoryEntry[]): DayOfChange[] {
  const days = new Map<string, { before: number; after: number; points: Map<ScoreComponentKey, number> }>();
  history.forEach(({ date, score, changes }, index) => {
    if (!changes) return;
    const day = days.get(date) ?? {
      before: history[index - 1]?.score ?? score,
      after: score,
      points: new Map(),
    };
    day.after = score;
    for (const { key, points } of changes) day.points.set(key, (day.points.get(key) ?? 0) + points);
    days.set(date, day);
  });
  return [...days]
    .map(([date, { before, after, points }]) => ({
      date,
      before,
      after,
      changes: [...points]
        .map(([key, sum]): [ScoreComponentKey, number] => [key, Math.round(sum * 10) / 10])
        .filter(([, sum]) => sum !== 0)
        .sort(([, left], [, right]) => Math.abs(right) - Math.abs(left)),
    }))
    .filter(({ changes }) => changes.length > 0)
    .reverse();
}
