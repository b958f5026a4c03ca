/** Applications on their way, and money that was granted. */
import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { addDays, today } from '../lib/device/dates.ts';
import { type Translate, useFormat, useT } from '../lib/text/i18n.tsx';
import { ApplicationRow } from '../office/subsidies/application-row.tsx';
import { useApplications } from '../office/subsidies/queries.ts';
import { Badge, type Tone } from '../ui/controls/badge.tsx';
import { Panel } from '../ui/layout/panel.tsx';

const SHOWN = 2;
/** An approval stays in the list for this long; an older one is history. */
const APPROVED_DAYS = 60;

type State = 'returned' | 'approved' | 'pending' | 'rejected';
/** Applications that need the farmer come first. */
const STATES: readonly State[] = ['returned', 'approved', 'rejected', 'pending'];
const TONES: Record<State, Tone> = { returned: 'wait', approved: 'ok', rejected: 'no', pending: 'wait' };

/** Null for an application that the farmer no longer waits for. */
export function stateOf(application: Application): State | null {
  const { status, returned, decidedAt, appealUntil, appeal } = application;
  if (status === 'pending') return returned ? 'returned' : 'pending';
  if (status === 'approved')
    return decidedAt && decidedAt.slice(0, 10) >= addDays(today(), -APPROVED_DAYS) ? 'approved' : null;
  const canAppeal = status === 'rejected' && !appeal && (appealUntil ?? '') >= today();
  return canAppeal ? 'rejected' : null;
}

function lineOf(application: Application, state: State, t: Translate, date: (value: string) => string) {
  const { waiting, appealUntil, decidedAt, createdAt } = application;
  if (state === 'returned') return t('dashboard.coming.returned');
  if (state === 'rejected') return t('dashboard.coming.appeal', { date: date(appealUntil ?? today()) });
  if (state === 'approved') return t('dashboard.coming.approvedOn', { date: date(decidedAt ?? createdAt) });
  return waiting
    ? t('dashboard.coming.day', { day: waiting.day, of: waiting.of })
    : t('dashboard.coming.sentOn', { date: date(createdAt) });
}

export default function FarmerComing() {
  const t = useT();
  const format = useFormat();
  const { data, isPending } = useApplications();
  const coming = (data?.rows ?? [])
    .flatMap((application) => {
      const state = stateOf(application);
      return state ? [{ application, state }] : [];
    })
    .sort((a, b) => STATES.indexOf(a.state) - STATES.indexOf(b.state));
  const all = (
    <Link to={paths.subsidyApply} className="link inline-flex min-h-11 items-center">
      {coming.length > SHOWN
        ? t('dashboard.coming.all', { count: coming.length })
        : t('dashboard.farmer.subsidy')}
    </Link>
  );
  return (
    <Panel title={t('dashboard.coming.heading')} actions={all} aria-busy={isPending || undefined}>
      {/* Two rows are reserved while loading; an application is the rule after the first season. */}
      {coming.length === 0 && <p className="text-muted">{!isPending && t('dashboard.coming.none')}</p>}
      {coming.length > 0 && (
        <ul className="-my-1.5 divide-y divide-line">
          {coming.slice(0, SHOWN).map(({ application, state }) => (
            <ApplicationRow
              key={application._id}
              application={application}
              line={lineOf(application, state, t, (value) => format.date(value, 'medium'))}
              badge={<Badge tone={TONES[state]}>{t(`dashboard.coming.state.${state}`)}</Badge>}
            />
          ))}
        </ul>
      )}
    </Panel>
  );
}
