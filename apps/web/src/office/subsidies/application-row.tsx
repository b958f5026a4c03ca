import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormat } from '../../lib/text/i18n.tsx';

interface ApplicationRowProps {
  application: Application;
  line: string;
  badge: ReactNode;
}

/** An application in a list; the whole row opens its page. */
export function ApplicationRow({ application, line, badge }: ApplicationRowProps) {
  const format = useFormat();
  return (
    <li className="relative flex items-center justify-between gap-3 py-1.5">
      <span className="min-w-0">
        <Link
          to={paths.subsidy(application._id)}
          className="line-clamp-2 leading-snug font-semibold after:absolute after:inset-0 hover:underline"
        >
          {application.name}
        </Link>
        <span className="line-clamp-2 text-sm leading-snug text-muted">{line}</span>
      </span>
      <span className="shrink-0 text-right">
        <span className="num block font-serif leading-tight font-semibold">
          {format.money(application.amount)}
        </span>
        {badge}
      </span>
    </li>
  );
}
