import type { MissingCode } from '@ardhi/agronomy';
import type { ParcelDetail, ParcelScore, ScoreComponentKey } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useWide } from '../../../lib/page/use-wide.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { LineChart } from '../../../ui/charts/line-chart.tsx';
import { Badge } from '../../../ui/controls/badge.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { ScoreBadge, ScoreMeter } from '../../../ui/controls/score.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { useScore } from '../queries.ts';
import { MissingSteps, type StepHandlers } from './missing-steps.tsx';
import { ScoreActions } from './score-actions.tsx';
import { ScoreComponentRow } from './score-component-row.tsx';
import { useScoreLabels } from './score-labels.ts';
import { shownScore } from './shown-score.ts';

interface ScorePanelProps {
  parcel: ParcelDetail;
  steps: StepHandlers;
}

/** Score with confidence, components, missing evidence and the best ways to raise it. */
export function ScorePanel({ parcel, steps }: ScorePanelProps) {
  const t = useT();
  const score = useScore(parcel._id);
  return (
    <Panel title={t('score.heading')} aria-busy={score.isPending || undefined}>
      <ScoreHead parcel={parcel} />
      <QueryState query={score} headline={t('land.error.fetchScore')} loading={<ScoreSkeleton />}>
        {(data) => <Explanation score={data} parcel={parcel} steps={steps} />}
      </QueryState>
    </Panel>
  );
}

/** Uses data of the parcel, so it renders before the score is loaded. */
function ScoreHead({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const labels = useScoreLabels();
  const { status, confidence } = parcel.score;
  return (
    <div className="mb-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ScoreBadge score={shownScore(parcel)} large />
        {status !== 'initial' && (
          <Badge tone={status === 'assessed' ? 'ok' : 'wait'}>{labels.status(status)}</Badge>
        )}
      </p>
      <ScoreMeter score={shownScore(parcel)} className="mt-3" />
      <p className="num mt-4 text-sm font-semibold">{t('score.confidenceValue', { confidence })}</p>
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded bg-grey-soft">
        <div className="h-full rounded bg-water" style={{ width: `${confidence}%` }} />
      </div>
      <p className="mt-2 text-sm text-muted">{labels.statusText(status)}</p>
    </div>
  );
}

function Explanation({ score, parcel, steps }: ScorePanelProps & { score: ParcelScore }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const wide = useWide();
  const missing = groupMissing(score);
  const isInitial = score.status === 'initial';
  return (
    <>
      {!isInitial && (
        <Section title={t('score.actions')}>
          <ScoreActions actions={score.actions} />
        </Section>
      )}
      {score.nextEvidence && (
        <Section title={t(isInitial ? 'score.firstHeading' : 'score.nextHeading')}>
          <p className="font-semibold">{labels.next(score.nextEvidence)}</p>
          <p className="text-sm text-muted">{t('score.nextNote')}</p>
          <MissingSteps code={score.nextEvidence.code} parcel={parcel} steps={steps} />
        </Section>
      )}
      <Folded title={t('score.components')} folded={!wide} hidden={isInitial}>
        <p className="mb-1 text-sm text-muted">{t('score.componentsNote')}</p>
        {score.components.map((component) => (
          <ScoreComponentRow key={component.key} component={component} />
        ))}
      </Folded>
      <Folded title={t('score.missing')} folded={!wide && !isInitial}>
        {missing.length === 0 && <p className="text-muted">{t('score.nothingMissing')}</p>}
        <ul className="space-y-2">
          {missing.map(({ code, components }) => (
            <li key={code}>
              {labels.missing(code)}{' '}
              <span className="text-sm text-muted">({components.map(labels.component).join(', ')})</span>
            </li>
          ))}
        </ul>
      </Folded>
      <Folded title={t('score.history')} folded={!wide} hidden={isInitial}>
        <LineChart
          label={t('score.history')}
          category={t('score.historyDate')}
          measure={t('score.historyScore')}
          empty={<p className="text-muted">{t('score.historyEmpty')}</p>}
          height={160}
          domain={[0, 100]}
          formatTick={(value) => format.number(value, 0)}
          points={historyPoints(score).map(({ date, score: value }) => ({
            date,
            value,
            label: format.date(date, 'medium'),
            text: format.percent(value),
          }))}
        />
      </Folded>
      <p className="num mt-4 text-fine text-muted">{t('score.asOf', { date: format.date(score.asOf) })}</p>
      <Link to={paths.scoreMethod} className="link thumb text-sm">
        {t('app.title.scoreMethod')}
      </Link>
    </>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-line py-3 sm:py-4">
      <h3 className="mb-2">{title}</h3>
      {children}
    </section>
  );
}

interface FoldedProps {
  title: string;
  /** Initially closed, on a phone. */
  folded: boolean;
  /** For a parcel that is not assessed yet: seven empty bars would not help. */
  hidden?: boolean;
  children: ReactNode;
}

function Folded({ title, folded, hidden, children }: FoldedProps) {
  if (hidden) return null;
  return (
    <section className="border-t border-line py-1 sm:py-2">
      <Disclosure open={!folded} summary={<h3>{title}</h3>}>
        {children}
      </Disclosure>
    </section>
  );
}

/** Lists each reason once, with all components it affects. */
function groupMissing({ components }: ParcelScore) {
  const byCode = new Map<MissingCode, ScoreComponentKey[]>();
  for (const { key, missing } of components) {
    for (const { code } of missing) byCode.set(code, [...(byCode.get(code) ?? []), key]);
  }
  return [...byCode].map(([code, keys]) => ({ code, components: keys }));
}

/** The last score of each day; the initial value is not a score. */
function historyPoints({ history }: ParcelScore) {
  const byDate = new Map(
    history.filter(({ status }) => status !== 'initial').map((entry) => [entry.date, entry]),
  );
  // A single point shows no trend.
  return byDate.size > 1 ? [...byDate.values()] : [];
}

function ScoreSkeleton() {
  return (
    <div className="space-y-6 border-t border-line pt-4">
      <SkeletonText lines={3} />
      {[1, 2, 3, 4, 5, 6, 7].map((part) => (
        <Skeleton key={part} className="h-8 w-full" />
      ))}
    </div>
  );
}
