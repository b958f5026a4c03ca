import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { useT } from '../lib/i18n.tsx';
import { GUIDE_ICONS } from './icons.ts';
import type { GuideSlug } from './slugs.ts';

/** Guides as an index: one ruled list, each line the whole way a link. */
export function GuideList({ slugs, leads = false }: { slugs: readonly GuideSlug[]; leads?: boolean }) {
  const t = useT();
  return (
    <ul className="grid gap-x-10 sm:grid-cols-2">
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
