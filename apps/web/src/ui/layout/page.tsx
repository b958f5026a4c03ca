import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';

export interface PageHeaderProps {
  title: ReactNode;
  /** Small line above the title, e.g. date, location or section. */
  eyebrow?: ReactNode;
  /** A sentence under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label?: string };
}

export function PageHeader({ title, eyebrow, lead, actions, back }: PageHeaderProps) {
  const t = useT();
  return (
    <header className="mb-4">
      {back && (
        <Link
          to={back.to}
          className="no-print -ml-1 mb-1 inline-flex min-h-11 items-center gap-1.5 px-1 wrap-anywhere text-muted hover:text-ink sm:pointer-fine:mb-0 sm:pointer-fine:min-h-8"
        >
          <ArrowLeft size={18} aria-hidden="true" />
          {back.label ?? t('ui.back')}
        </Link>
      )}
      {eyebrow && <p className="eyebrow mb-1.5">{eyebrow}</p>}
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0 max-w-full flex-[1_1_20rem]">
          <h1>{title}</h1>
          {lead && <p className="prose mt-1 text-muted">{lead}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:flex-auto">{actions}</div>
        )}
      </div>
    </header>
  );
}
