import type { Policy, PolicyAudience } from '@ardhi/contract';
import { useState } from 'react';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { useAudience } from './queries.ts';
import { useNotify } from './writes.ts';

interface NotifyDialogProps {
  policy: Policy;
  /** Called with the server's message. */
  onSent: (message: string) => void;
  onClose: () => void;
}

/** Preview before a notification is sent: its text and the number of farmers per region. */
export function NotifyDialog({ policy, onSent, onClose }: NotifyDialogProps) {
  const t = useT();
  const format = useFormat();
  const audience = useAudience(policy._id);
  const notify = useNotify();
  const [failure, setFailure] = useState<unknown>();
  const total = audience.data?.total ?? 0;
  const send = async () => {
    setFailure(undefined);
    try {
      const { message } = await notify.mutateAsync({ params: { id: policy._id } });
      onSent(message);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <Dialog
      open
      onClose={() => !notify.isPending && onClose()}
      title={t('reach.notifyTitle')}
      text={t(audience.data?.mail ? 'reach.notifyTextMail' : 'reach.notifyText')}
    >
      <div className="space-y-5">
        <div role="alert" className="empty:hidden">
          {failure !== undefined && (
            <Callout tone="no" headline={t('policies.error.notify')}>
              {detailOf(failure, t)}
            </Callout>
          )}
        </div>
        <blockquote className="border-l-4 border-primary bg-sunken px-4 py-3 font-semibold">
          {t(policy.status === 'Active' ? 'reach.noticeActive' : 'reach.noticeDraft', {
            title: policy.title,
          })}
        </blockquote>
        {policy.notifiedAt && (
          <Callout
            tone="wait"
            headline={t('reach.notifyAgain', { when: format.relative(policy.notifiedAt) })}
          />
        )}
        {audience.isPending && <Skeleton className="h-56 w-full" />}
        {audience.isError && (
          <ErrorState
            headline={t('policies.error.audience')}
            detail={detailOf(audience.error, t)}
            onRetry={() => void audience.refetch()}
            retrying={audience.isFetching}
          />
        )}
        {audience.data && <Audience audience={audience.data} />}
      </div>
      <DialogActions>
        {/* Sending cannot be undone, so Cancel has the focus and Enter does not send by accident. */}
        <Button data-autofocus onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button variant="main" onClick={send} busy={notify.isPending} busyLabel={t('reach.notifying')}>
          {t('reach.notifyAction', { count: total })}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Audience({ audience }: { audience: PolicyAudience }) {
  const t = useT();
  const format = useFormat();
  const rows = [
    ...audience.regions.map(({ region, farmers }) => ({
      key: region,
      label: t(`reach.region.${region}`),
      farmers,
    })),
    { key: 'none', label: t('reach.region.none'), farmers: audience.unassigned },
  ];
  return (
    <section aria-labelledby="audience">
      <h3 id="audience">{t('reach.audience')}</h3>
      <p className="num mt-1 font-serif text-2xl font-semibold">
        {t('reach.audienceTotal', { count: audience.total })}
      </p>
      {audience.total > 0 && (
        <>
          <dl className="num mt-3 divide-y divide-line border-y border-line">
            {rows.map(({ key, label, farmers }) => (
              <div key={key} className="flex items-baseline justify-between gap-4 py-2">
                <dt className="text-muted">{label}</dt>
                <dd className="font-semibold">{format.number(farmers)}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-2 text-sm text-muted">{t('reach.audienceNote')}</p>
        </>
      )}
    </section>
  );
}
