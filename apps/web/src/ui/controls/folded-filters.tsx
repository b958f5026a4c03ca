import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface FoldedFiltersProps {
  /** Number of filters in use. */
  set: number;
  /** Also on wide screens, where the button stands beside the search field. */
  always?: boolean;
  children: ReactNode;
}

/** Filters next to a search field: visible on wide screens, behind a button with a count on phones. */
export function FoldedFilters({ set, always = false, children }: FoldedFiltersProps) {
  const t = useT();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        className={cx(always ? 'max-sm:w-full' : 'col-span-full sm:hidden')}
        icon={<SlidersHorizontal size={18} aria-hidden="true" />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t('ui.filters', { count: set })}
      </Button>
      <div
        id={id}
        className={
          always
            ? cx('col-span-full grid basis-full gap-3 sm:grid-cols-2 lg:grid-cols-3', !open && 'hidden')
            : cx('contents', !open && 'max-sm:hidden')
        }
      >
        {children}
      </div>
    </>
  );
}
