import { ChevronDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Native disclosure, initially closed: find-in-page opens it, and it works before scripts load. */
export function Disclosure({
  summary,
  className,
  children,
  ...rest
}: ComponentProps<'details'> & { summary: ReactNode }) {
  return (
    <details {...rest} className={cx('group/more', className)}>
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded py-1 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="shrink-0 text-muted transition-transform group-open/more:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-3">{children}</div>
    </details>
  );
}
