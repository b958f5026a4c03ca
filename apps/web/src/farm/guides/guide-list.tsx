import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import type { GuideSlug } from '../../lib/page/guide-slugs.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { GUIDE_ICONS } from './icons.ts';

interface GuideListProps {
  slugs: readonly GuideSlug[];
  /** Shows a lead text under each title. */
  leads?: boolean;
  /** One column even on wide screens. */
  narrow?: boolean;
}

export function GuideList({ slugs, leads = false, narrow = false }: GuideListProps) {
  const t = useT();
  return (
    <ul className={cx('grid gap-x-10 sm:grid-cols-2', narrow && 'xl:grid-cols-1')}>
      {slugs.map((slug) => {
        const Icon = GUIDE_ICONS[slug];
        return (
          <li key={slug} className="border-t border-line">
            <Link
              to={paths.guide(slug)}
              className="group flex min-h-11 items-start gap-4 py-4 hover:text-primary"
            >
              <Icon size={22} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
              <span>
                <span className="block font-serif text-[1.1875rem] leading-tight font-semibold group-hover:underline">
                  {t(`guides.${slug}.title`)}
                </span>
                {leads && <span className="mt-1.5 block text-muted">{t(`guides.${slug}.lead`)}</span>}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
