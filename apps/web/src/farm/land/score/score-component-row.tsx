import type { EvidenceCode } from '@ardhi/agronomy';
import type { ScoreComponent } from '@ardhi/contract';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { ScoreMeter } from '../../../ui/controls/score.tsx';
import { historyAnchor, type RecordKind } from '../records/kinds.ts';
import { useScoreLabels } from './score-labels.ts';

/** Evidence in plain words; all other evidence is under Details. */
const PLAIN: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'rain-used',
  'rain-needed',
  'water-applied',
  'water-required',
  'nitrogen-in',
  'nitrogen-out',
  'emissions-total',
  'perennial-only',
  'legume-share',
  'soil-cover',
  'organic-matter',
  'relative-yield',
  'highly-hazardous',
]);

/** Amounts of irrigation, which mean nothing for a rain-fed parcel. */
const IRRIGATION: ReadonlySet<EvidenceCode> = new Set<EvidenceCode>([
  'water-applied',
  'water-required',
  'water-ratio',
  'application-efficiency',
]);

/** Record kind that a piece of evidence comes from, for links to its history. Other evidence is derived. */
const EVIDENCE_RECORDS: Partial<Record<EvidenceCode, RecordKind>> = {
  'rain-needed': 'crops',
  'water-applied': 'water',
  'water-required': 'crops',
  'water-productivity': 'crops',
  'nitrogen-mineral': 'fertilizer',
  'nitrogen-organic': 'fertilizer',
  'nitrogen-fixed': 'crops',
  'nitrogen-out': 'crops',
  'emissions-fertilizer': 'fertilizer',
  'effective-species': 'crops',
  'perennial-only': 'crops',
  'soil-cover': 'crops',
  'organic-matter': 'fertilizer',
  'relative-yield': 'crops',
  'field-eiq': 'pesticides',
  'highly-hazardous': 'pesticides',
};

interface ScoreComponentRowProps {
  component: ScoreComponent;
  /** Link to the records of a kind; null if they are not shown. */
  recordsAt?: (kind: RecordKind) => string | null;
}

const onThisPage = (kind: RecordKind) => `#${historyAnchor(kind)}`;

/** Score component as a bar; unfolds to its definition and evidence. */
export function ScoreComponentRow({ component, recordsAt = onThisPage }: ScoreComponentRowProps) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const { key, weight, score, completeness } = component;
  return (
    <details className="group/part border-b border-line last:border-0">
      <summary className="list-none py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0">
            <span className="font-semibold">{labels.component(key)}</span>{' '}
            <span className="inline-block text-fine text-muted">
              {t('score.weight', { weight })}
              {score === null && ` · ${t('score.componentMissing')}`}
            </span>
          </span>
          <span className="num ml-auto shrink-0 font-semibold">
            {score === null ? '–' : t('score.unit.points', { value: format.number(score, 0) })}
          </span>
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="shrink-0 self-center text-muted transition-transform group-open/part:rotate-180"
          />
        </span>
        <ScoreMeter score={score} className="mt-1.5" />
      </summary>
      <div className="space-y-3 pb-4 text-sm">
        <p className="text-muted">{labels.measures(key)}</p>
        {component.missing.map(({ code }) => (
          <p key={code}>{labels.missing(code)}</p>
        ))}
        {score !== null && completeness < 1 && (
          <p className="text-muted">
            {t('score.partial', { percent: format.number(100 * completeness, 0) })}
          </p>
        )}
        <Evidence component={component} recordsAt={recordsAt} />
        {component.notes.length > 0 && (
          <ul className="list-disc space-y-1 pl-5">
            {component.notes.map((note) => (
              <li key={note.code}>{labels.note(note)}</li>
            ))}
          </ul>
        )}
      </div>
    </details>
  );
}

function Evidence({ component, recordsAt }: Required<ScoreComponentRowProps>) {
  const t = useT();
  const isRainFed = component.evidence.some(({ code }) => code === 'rain-used');
  const shown = component.evidence.filter(({ code }) => !isRainFed || !IRRIGATION.has(code));
  const plain = shown.filter(({ code }) => PLAIN.has(code));
  const details = shown.filter(({ code }) => !PLAIN.has(code));
  if (shown.length === 0) return null;
  return (
    <div>
      <p className="font-semibold">{t('score.evidence')}</p>
      <EvidenceList evidence={plain} recordsAt={recordsAt} />
      {details.length > 0 && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center">
            {t('score.details')}
          </summary>
          <EvidenceList evidence={details} recordsAt={recordsAt} />
        </details>
      )}
    </div>
  );
}

function EvidenceList({
  evidence,
  recordsAt,
}: Pick<Required<ScoreComponentRowProps>, 'recordsAt'> & { evidence: ScoreComponent['evidence'] }) {
  const t = useT();
  const labels = useScoreLabels();
  return (
    <dl className="num mt-1">
      {evidence.map((one) => {
        const { label, value } = labels.evidence(one);
        const kind = EVIDENCE_RECORDS[one.code];
        return (
          <div
            key={`${one.code} ${one.recordIds.join()}`}
            className="flex justify-between gap-4 border-t border-line py-1.5 first:border-0"
          >
            <dt className="min-w-0 text-muted">{label}</dt>
            <dd className="text-right">
              {value}
              {kind && one.recordIds.length > 0 && (
                <Records count={one.recordIds.length} to={recordsAt(kind)} />
              )}
              {one.source === 'declaration' && (
                <span className="block text-muted">{t('score.declared')}</span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Records({ count, to }: { count: number; to: string | null }) {
  const t = useT();
  const text = t('score.records', { count });
  if (to === null) return <span className="block text-muted">{text}</span>;
  return to.startsWith('#') ? (
    <a href={to} className="link block font-normal whitespace-nowrap">
      {text}
    </a>
  ) : (
    <Link to={to} className="link block font-normal whitespace-nowrap">
      {text}
    </Link>
  );
}
