import { useParams } from 'react-router';
import { SeasonsPanel } from '../reports/seasons-panel.tsx';
import { ScoreChanges } from '../score/score-changes.tsx';

/** Lazy-loaded: rarely needed on the first view of a parcel. */
export default function ParcelCharts() {
  const { id = '' } = useParams();
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <SeasonsPanel id={id} />
      <ScoreChanges id={id} />
    </div>
  );
}
