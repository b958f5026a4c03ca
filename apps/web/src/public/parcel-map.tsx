import { useT } from '../lib/text/i18n.tsx';

const HEIGHTS = [410, 370, 330, 290, 250, 210, 170];

/** Illustration of parcels coloured by score, with a legend. Not real data, so it shows no numbers. */
export function ParcelMap() {
  const t = useT();
  return (
    <figure className="overflow-hidden rounded-card border border-line bg-surface">
      <svg viewBox="0 0 520 400" role="img" aria-label={t('home.picture')} className="block w-full">
        <g fill="none" strokeWidth="1.3" className="stroke-line">
          {HEIGHTS.map((height) => (
            <path key={height} d={`M-10 ${height}c90-30 110-150 220-150s130 90 330 60`} />
          ))}
        </g>
        <path
          d="M40 410C110 330 150 300 240 262s170-20 300-70"
          fill="none"
          strokeWidth="5"
          opacity=".55"
          className="stroke-water"
        />
        <g strokeWidth="3" className="stroke-surface">
          <path d="M96 92l112-22 18 74-104 30z" className="fill-score-5" />
          <path d="M214 68l96-14 22 70-98 18z" className="fill-score-4" />
          <path d="M318 52l104 4 6 78-90-8z" className="fill-score-3" />
          <path d="M124 182l106-30 16 66-92 44z" className="fill-score-2" />
          <path d="M238 150l100-18 16 58-100 30z" className="fill-score-5" />
          <path d="M346 132l84 8 8 62-76-10z" className="fill-score-1" />
          <path d="M262 300l92-34 30 74-104 30z" className="fill-score-4" />
          <path d="M366 262l98-24 24 76-94 24z" className="fill-score-2" />
        </g>
      </svg>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 text-sm text-muted">
        <span>{t('home.scoreLow')}</span>
        <span
          aria-hidden="true"
          className="order-last flex h-2.5 w-full overflow-hidden rounded sm:order-none sm:w-40"
        >
          <span className="flex-1 bg-score-1" />
          <span className="flex-1 bg-score-2" />
          <span className="flex-1 bg-score-3" />
          <span className="flex-1 bg-score-4" />
          <span className="flex-1 bg-score-5" />
        </span>
        <span>{t('home.scoreHigh')}</span>
      </figcaption>
    </figure>
  );
}
