import type { Message, OfficeThread } from '@ardhi/contract';
import { OFFICE_ANSWER_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';

/** Below the subject of a thread with an office: when it answers or who answered, and what the thread is about. */
export function OfficeStatus({ office, messages }: { office: OfficeThread; messages: readonly Message[] }) {
  const t = useT();
  const format = useFormat();
  const { role } = useUser();
  const answer = messages.findLast(({ sender }) => sender.role === 'government');
  const date = office.answerBy && format.date(office.answerBy);
  return (
    <div className="border-b border-line px-4 py-3 text-sm @3xl:px-5">
      {date && office.answerBy && office.answerBy < today() ? (
        <p>
          <Badge tone="wait">{t('messages.office.overdue', { date })}</Badge>
        </p>
      ) : (
        <p>
          {date
            ? t('messages.office.promise', { days: OFFICE_ANSWER_WORKING_DAYS, date })
            : answer && t('messages.office.answered', { name: answer.sender.name })}
        </p>
      )}
      {office.about && (
        <p>
          {t('messages.about')}:{' '}
          <Link className="link" to={addressOf(office.about, role === 'government')}>
            {t(`messages.about.${office.about.kind}`, { name: office.about.name })}
          </Link>
        </p>
      )}
    </div>
  );
}

/** Shorter, for the list. */
export function OfficeStatusText({ thread }: { thread: Message & { office: OfficeThread } }) {
  const t = useT();
  const format = useFormat();
  const { answerBy } = thread.office;
  if (!answerBy) return t('messages.office.answered', { name: thread.sender.name });
  const isOverdue = answerBy < today();
  return t(isOverdue ? 'messages.office.overdue' : 'messages.office.awaiting', {
    date: format.date(answerBy, 'medium'),
  });
}

function addressOf({ kind, _id, parcelId }: NonNullable<OfficeThread['about']>, isOfficial: boolean): string {
  if (kind === 'application') return isOfficial ? paths.subsidyCase(_id) : paths.subsidy(_id);
  const parcel = parcelId ?? _id;
  return isOfficial ? paths.registerLand(parcel) : paths.landDetail(parcel);
}
