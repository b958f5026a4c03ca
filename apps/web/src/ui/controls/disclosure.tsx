import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { cx } from './cx.ts';

interface DisclosureProps extends ComponentProps<'details'> {
  summary: ReactNode;
  /** Its content exists only once it has been opened: optional fields beside others with similar labels. */
  lazy?: boolean;
}

/** Native disclosure, initially closed: find-in-page opens it, and it works before scripts load. */
export function Disclosure({ summary, lazy, className, children, ...rest }: DisclosureProps) {
  const [isEmpty, setIsEmpty] = useState(lazy && !rest.open);
  return (
    <details
      {...rest}
      {...(isEmpty && { onToggle: () => setIsEmpty(false) })}
      className={cx('group/more', className)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded py-1 font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown
          size={18}
          aria-hidden="true"
          className="shrink-0 text-muted transition-transform group-open/more:rotate-180"
        />
      </summary>
      <div className="pt-1 pb-3">{!isEmpty && children}</div>
    </details>
  );
}
