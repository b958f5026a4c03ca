import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../controls/cx.ts';

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** A line under the title. */
  note?: ReactNode;
  actions?: ReactNode;
}

/** Card with heading, actions and body. */
export function Panel({ title, note, actions, className, children, ...rest }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title ? id : undefined}
      {...rest}
      className={cx('panel min-w-0 rounded-card border border-line bg-surface shadow-card', className)}
    >
      {(title || actions) && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-3 sm:px-5">
          <div className="min-w-0">
            {title && <h2 id={id}>{title}</h2>}
            {note && <p className="mt-1 text-muted">{note}</p>}
          </div>
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      <div className="px-4 pt-2 pb-3 sm:px-5 sm:pt-3 sm:pb-4">{children}</div>
    </section>
  );
}
