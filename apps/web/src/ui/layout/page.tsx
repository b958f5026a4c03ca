import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** Small line above the title, e.g. date, location or section. */
  eyebrow?: ReactNode;
  /** A sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label?: string };
  /** On a phone the actions are beside Back instead of in a row of their own: for one short button. */
  actionsBesideBack?: boolean;
  /** Low on wide screens, where the side navigation replaces Back: a list starts right below. */
  low?: boolean;
}

export function PageHeader({
  title,
  eyebrow,
  lead,
  actions,
  back,
  actionsBesideBack,
  low = false,
}: PageHeaderProps) {
  const t = useT();
  const leadText = lead && (
    <p
      className={cx('prose mt-1 text-muted', low && 'basis-full lg:order-1 lg:mt-0 lg:max-w-none lg:text-sm')}
    >
      {lead}
    </p>
  );
  return (
    <header className={cx('relative mb-4', low && 'lg:mb-2')}>
      {back && (
        <Link
          to={back.to}
          className={cx(
            'no-print -ml-1 mb-1 inline-flex min-h-11 items-center gap-1.5 px-1 wrap-anywhere text-muted hover:text-ink sm:pointer-fine:mb-0 sm:pointer-fine:min-h-8',
            low && 'lg:hidden',
          )}
        >
          <ArrowLeft size={18} aria-hidden="true" />
          {back.label ?? t('ui.back')}
        </Link>
      )}
      {eyebrow && <p className={cx('eyebrow mb-1.5', low && 'lg:mb-0')}>{eyebrow}</p>}
      <div
        className={cx('flex flex-wrap items-end justify-between gap-4', low && 'max-lg:gap-y-2 lg:gap-y-0')}
      >
        <div className="min-w-0 max-w-full flex-[1_1_20rem]">
          <h1>{title}</h1>
          {!low && leadText}
        </div>
        {low && leadText}
        {actions && (
          <div
            className={cx(
              'flex flex-wrap items-center gap-3',
              actionsBesideBack
                ? 'max-sm:absolute max-sm:top-0 max-sm:right-0'
                : 'max-sm:w-full max-sm:*:flex-auto',
            )}
          >
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
