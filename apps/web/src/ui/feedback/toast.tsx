import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { cx } from '../controls/cx.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { type Toast, toast, toastStore } from './toast-store.ts';

export { toast } from './toast-store.ts';

/** Rendered once in the layout. The live region must exist before the first toast for screen readers to announce it. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read, toastStore.read);
  return (
    <div
      role="status"
      className="toasts no-print pointer-events-none fixed inset-x-4 bottom-[calc(16px+var(--bottom-bar))] z-50 flex flex-col items-center gap-2 sm:items-end"
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} {...one} />
      ))}
    </div>
  );
}

function ToastCard({ id, text, line, tone, action, duration }: Toast) {
  const t = useT();
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, isPaused]);
  const Icon = tone === 'ok' ? CircleCheck : CircleAlert;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only holds the clock while someone reads
    <div
      className="pointer-events-auto flex w-full max-w-md flex-wrap items-center gap-x-3 sm:flex-nowrap rounded-card border border-line-strong bg-surface py-2 pr-2 pl-4 shadow-raised"
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <Icon
        size={20}
        aria-hidden="true"
        className={cx('shrink-0', tone === 'ok' ? 'text-primary' : 'text-clay')}
      />
      <div className="min-w-0 flex-1 py-1.5">
        <p>{text}</p>
        {line && <p className="text-sm text-muted">{line}</p>}
      </div>
      {action && (
        // Below the text on phones, where both beside each other are too narrow to read.
        <Button
          size="small"
          className="max-sm:order-last max-sm:mr-2 max-sm:mb-1 max-sm:flex-auto max-sm:basis-full"
          onClick={() => {
            toast.dismiss(id);
            action.onAction();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        size="small"
        label={t('ui.dismiss')}
        icon={<X size={18} aria-hidden="true" />}
        onClick={() => toast.dismiss(id)}
      />
    </div>
  );
}
