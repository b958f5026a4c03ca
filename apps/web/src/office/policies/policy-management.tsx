import type { Policy } from '@ardhi/contract';
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { detailOf } from '../../lib/http/problem-text.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { NotifyDialog } from './notify-dialog.tsx';
import { PolicyForm } from './policy-form.tsx';
import { PolicyRow } from './policy-row.tsx';
import { usePolicies } from './queries.ts';
import { useDeletePolicy } from './writes.ts';

const MESSAGE_MS = 3_000;
const SCROLL_AFTER_MS = 300;
const SHOWN_AT_FIRST = 5;

type Open = { form: Policy | undefined } | { notify: Policy } | null;

/** Policy management on the officials' dashboard. */
export function PolicyManagement() {
  const t = useT();
  const policies = usePolicies();
  const user = useUser();
  // Policies are national; county officials have read access only.
  const isNational = !user.post?.county;
  const canEdit = isNational && hasDuty(user, 'decide');
  const [open, setOpen] = useState<Open>(null);
  const [all, setAll] = useState(false);
  const [savedId, setSavedId] = useState<string>();
  const [message, showMessage] = useMessage();
  const [failure, setFailure] = useState<{ headline: string; detail: string | undefined } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const remove = useRemovePolicy(setFailure);
  const close = () => setOpen(null);
  const handleSaved = (id: string) => {
    close();
    setSavedId(id);
    setTimeout(
      () => list.current?.scrollIntoView({ behavior: scrolling(), block: 'start' }),
      SCROLL_AFTER_MS,
    );
  };
  const create = (
    <Button
      size="small"
      icon={<Plus size={18} aria-hidden="true" />}
      onClick={() => setOpen({ form: undefined })}
    >
      {t('policies.create')}
    </Button>
  );
  const rows = policies.data?.rows;
  // Another official may save at the same time, which would push the own policy down.
  const shown = rows?.filter(({ _id }, index) => all || index < SHOWN_AT_FIRST || _id === savedId);
  return (
    <Panel
      title={t('policies.heading')}
      note={isNational ? undefined : t('policies.countyNote')}
      actions={canEdit && create}
    >
      <div ref={list} className="scroll-mt-6">
        <div role="status" className="empty:hidden">
          {message && <Callout tone="ok" headline={message} className="mb-4" />}
        </div>
        <div role="alert" className="empty:hidden">
          {failure && (
            <Callout tone="no" headline={failure.headline} className="mb-4">
              {failure.detail}
            </Callout>
          )}
        </div>
        {policies.isPending && <SkeletonList className="space-y-6" />}
        <LoadError query={policies} headline={t('policies.error.fetch')} />
        {rows?.length === 0 && <Empty title={t('policies.none')} text={t('policies.noneGovernment')} />}
        {shown && shown.length > 0 && (
          <ul className="divide-y divide-line sm:-mt-3">
            {shown.map((policy) => (
              <PolicyRow
                key={policy._id}
                policy={policy}
                actions={
                  canEdit && {
                    edit: () => setOpen({ form: policy }),
                    delete: () => void remove(policy),
                    notify: () => setOpen({ notify: policy }),
                  }
                }
              />
            ))}
          </ul>
        )}
        {rows && rows.length > SHOWN_AT_FIRST && (
          <Button className="mt-2" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('policies.showFewer') : t('policies.showAll', { count: rows.length })}
          </Button>
        )}
      </div>
      {open && 'form' in open && <PolicyForm policy={open.form} onSaved={handleSaved} onClose={close} />}
      {open && 'notify' in open && (
        <NotifyDialog
          policy={open.notify}
          onClose={close}
          onSent={(text) => {
            close();
            showMessage(text || t('policies.sent'));
          }}
        />
      )}
    </Panel>
  );
}

function useMessage(): [string | null, (text: string) => void] {
  const [message, setMessage] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!message) return;
    const timer = setTimeout(() => setMessage(null), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [message]);
  return [message?.text ?? null, (text) => setMessage({ text })];
}

function useRemovePolicy(
  onFailure: (failure: { headline: string; detail: string | undefined } | null) => void,
) {
  const t = useT();
  const confirm = useConfirm();
  const remove = useDeletePolicy();
  return async (policy: Policy) => {
    const sure = await confirm({
      title: t('policies.deleteQuestion'),
      text: t('policies.deleteText', { title: policy.title }),
      action: t('policies.delete'),
    });
    if (!sure) return;
    onFailure(null);
    try {
      await remove.mutateAsync({ params: { id: policy._id } });
      toast.done(t('policies.deleted'));
    } catch (error) {
      onFailure({ headline: t('policies.error.delete'), detail: detailOf(error, t) });
    }
  };
}

function scrolling(): ScrollBehavior {
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
}
