import { useT } from '../lib/i18n.tsx';

// Written out: the style sheet is made from the class names found in the source.
const SCORES = [
  'fill-score-0',
  'fill-score-1',
  'fill-score-2',
  'fill-score-3',
  'fill-score-4',
  'fill-score-5',
];
const RANGES = ['0-20', '21-40', '41-60', '61-80', '81-100'];

/** What the colours of the parcels and of the overlaps mean. */
export function ScoreLegend() {
  const t = useT();
  const rows = [t('ui.notAssessed'), ...RANGES];
  return (
    <ul
      className="flex flex-wrap gap-x-4 gap-y-1 text-fine text-muted"
      aria-label={t('analytics.parcelMap.legend')}
    >
      {SCORES.map((shade, index) => (
        <Entry key={shade} shade={shade} name={rows[index]!} />
      ))}
      <Entry shade="fill-clay" name={t('analytics.parcelMap.overlaps')} />
    </ul>
  );
}

function Entry({ shade, name }: { shade: string; name: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <svg aria-hidden="true" width="14" height="14">
        <rect width="14" height="14" rx="3" className={shade} />
      </svg>
      {name}
    </li>
  );
}
