import { useParams } from 'react-router';
import { SeasonsPanel } from '../reports/seasons-panel.tsx';
import { ScoreChanges } from '../score/score-changes.tsx';

/** No part of the first load: what a farmer looks at with time. */
export default function ParcelPictures() {
  const { id = '' } = useParams();
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <SeasonsPanel id={id} />
      <ScoreChanges id={id} />
    </div>
  );
}
