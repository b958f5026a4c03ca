import { useT } from '../../lib/text/i18n.tsx';
import { Spinner } from '../controls/spinner.tsx';

/** Loading state of a screen or region with unknown layout. If the layout is known, use a skeleton. */
export function Loading({ label }: { label?: string }) {
  const t = useT();
  return (
    <div role="status" className="flex min-h-48 items-center justify-center gap-3 p-6 text-muted">
      <Spinner size={22} />
      {label ?? t('ui.loading')}
    </div>
  );
}
