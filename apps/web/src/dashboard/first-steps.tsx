import { Suspense, useState } from 'react';
import { now } from '../lib/device/clock.ts';
import { storage } from '../lib/device/storage.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useUser } from '../lib/session/session.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Deferred } from '../ui/layout/part.tsx';

const NEW_FOR_MS = 30 * 24 * 60 * 60 * 1000;

const farmerSteps = lazyPage(
  async () => ({ default: (await import('./first-steps-panel.tsx')).FarmerSteps }),
  ['steps'],
);
const officialSteps = lazyPage(
  async () => ({ default: (await import('./first-steps-panel.tsx')).OfficialSteps }),
  ['steps'],
);

/** Checklist of new users, after the main content (`ready`). Others load neither its code nor its texts. */
export function FirstSteps({ ready, className }: { ready: boolean; className?: string }) {
  const { _id, role, createdAt } = useUser();
  const key = `first-steps:${_id}`;
  const [isHidden, setHidden] = useState(
    () => storage.get(key) !== null || !(now().getTime() - Date.parse(createdAt) < NEW_FOR_MS),
  );
  if (isHidden) return null;
  const hide = () => {
    storage.set(key, 'hidden');
    setHidden(true);
  };
  const Steps = (role === 'farmer' ? farmerSteps : officialSteps).Component;
  return (
    <div className={className}>
      <Deferred ready={ready}>
        <Suspense fallback={<Skeleton className="h-56 sm:h-32" />}>
          <Steps onHide={hide} />
        </Suspense>
      </Deferred>
    </div>
  );
}
