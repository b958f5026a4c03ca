import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

/** Filters next to a search field: visible on wide screens, behind a button with a count on phones. */
export function FoldedFilters({ set, children }: { set: number; children: ReactNode }) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className="col-span-full sm:hidden"
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('ui.filters', { count: set })}
      </Button>
      <div id={id} className={cx('contents', !open && 'max-sm:hidden')}>
        {children}
      </div>
    </>
  );
}
