/** Announces refusals of changes whose form is closed, with the headline that the form would have shown. */
import { paths } from '@ardhi/contract/paths';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { type Domain, useLanguage, useT } from '../lib/text/i18n.tsx';
import { loadMessages } from '../lib/text/messages.ts';
import { useOutbox, useOutboxStatus } from '../outbox/current.ts';
import { offlineCall } from '../outbox/offline-calls.ts';
import { toast } from '../ui/feedback/toast-store.ts';

export function useRefusalToasts(): void {
  const t = useT();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const isOpen = useOutboxStatus().kind === 'open';
  const { entries } = useOutbox();
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  useEffect(() => {
    if (!isOpen) return;
    const rejected = entries.filter(({ state }) => state === 'rejected');
    // The user has been told of those that exist at the start.
    const isNew = ({ key }: { key: string }) => known.current && !known.current.has(key);
    for (const { call } of rejected.filter(isNew)) {
      const failed = offlineCall(call)?.failed;
      if (!failed) continue;
      const announce = () =>
        toast.failed(t(failed), {
          action: { label: t('outbox.show'), onAction: () => void navigate(paths.sync) },
        });
      loadMessages([failed.split('.')[0] as Domain], language).then(announce, () => {});
    }
    known.current = new Set(rejected.map(({ key }) => key));
  }, [entries, isOpen, language, navigate, t]);
}
