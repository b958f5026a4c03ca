/** The three first steps of each role, ticked off by the user's own data. */

import { paths } from '@ardhi/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { secondFactorsQuery } from '../accounts/account/queries.ts';
import { useParcels } from '../farm/land/queries.ts';
import { storage } from '../lib/device/storage.ts';
import { useUser } from '../lib/session/session.tsx';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { useQueueCounts } from '../office/queue/queries.ts';
import { useThreads } from '../records/messages/queries.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';

interface Step {
  to: string;
  title: MessageKey;
  text: MessageKey;
  /** Undefined while it is not known. */
  isDone: boolean | undefined;
}

export interface StepsProps {
  onHide: () => void;
}

/** A farmer with more parcels knows the way. */
const BEGINNER_PARCELS = 3;

export function FarmerSteps({ onHide }: StepsProps) {
  const parcels = useParcels().data?.rows;
  const [first] = parcels ?? [];
  if (parcels && parcels.length > BEGINNER_PARCELS) return null;
  return (
    <Steps
      onHide={onHide}
      steps={[
        { to: paths.landAdd, title: 'steps.parcel', text: 'steps.parcelText', isDone: parcels && !!first },
        {
          to: first ? paths.landDetail(first._id) : paths.landAdd,
          title: 'steps.crop',
          text: 'steps.cropText',
          isDone: parcels?.some(({ cropCount }) => cropCount > 0),
        },
        {
          to: first ? paths.landBoundary(first._id, 'draw') : paths.landAdd,
          title: 'steps.boundary',
          text: 'steps.boundaryText',
          isDone: parcels?.some(({ boundary }) => boundary !== null),
        },
      ]}
    />
  );
}

export function OfficialSteps({ onHide }: StepsProps) {
  const factors = useQuery(secondFactorsQuery).data;
  const counts = useQueueCounts().data;
  const threads = useThreads('all').data;
  // Later the official may have no application again.
  const hadCase = useRemembered(`first-case:${useUser()._id}`, counts && counts.mine !== 0);
  return (
    <Steps
      onHide={onHide}
      steps={[
        {
          to: `${paths.account}#second-factor`,
          title: 'steps.factor',
          text: 'steps.factorText',
          isDone: factors && (factors.mode === 'off' || factors.factors.length > 0),
        },
        {
          to: `${paths.queue}?view=nobody`,
          title: 'steps.case',
          text: 'steps.caseText',
          isDone: hadCase,
        },
        {
          to: paths.messageNew,
          title: 'steps.message',
          text: 'steps.messageText',
          isDone: threads?.pages.some(({ rows }) => rows.length > 0),
        },
      ]}
    />
  );
}

/** Stays true on this device once it was. */
function useRemembered(key: string, value: boolean | undefined): boolean | undefined {
  useEffect(() => {
    if (value) storage.set(key, 'done');
  }, [key, value]);
  return storage.get(key) !== null || value;
}

function Steps({ steps, onHide }: { steps: readonly Step[] } & StepsProps) {
  const t = useT();
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-card border border-line bg-surface px-4 py-2 shadow-card sm:px-5"
    >
      <header className="flex items-center gap-3">
        <h2 id="first-steps" className="text-lg">
          {t('steps.title')}
        </h2>
        <span className="ml-auto text-sm text-muted">{t('steps.done', { done, all: steps.length })}</span>
        <IconButton label={t('steps.hide')} icon={<X size={18} aria-hidden="true" />} onClick={onHide} />
      </header>
      <ol className="grid gap-x-6 max-sm:divide-y max-sm:divide-line sm:grid-cols-3">
        {steps.map(({ to, title, text, isDone }) => (
          <li key={title} className="flex items-center gap-3 py-1.5">
            <span className="step-box" data-done={isDone || undefined}>
              {isDone && <Check size={16} strokeWidth={3} role="img" aria-label={t('steps.ticked')} />}
            </span>
            <span className="min-w-0 leading-tight">
              {isDone ? (
                <s className="font-semibold text-muted no-underline">{t(title)}</s>
              ) : (
                <Link to={to} className="link thumb">
                  {t(title)}
                </Link>
              )}
              <span className="block text-sm text-muted">{t(text)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
