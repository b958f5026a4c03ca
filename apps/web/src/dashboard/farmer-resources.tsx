import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { GUIDE_ICONS } from '../farm/guides/icons.ts';
import { GUIDE_SLUGS } from '../lib/page/guide-slugs.ts';
import { useT } from '../lib/text/i18n.tsx';
import { Panel } from '../ui/layout/panel.tsx';

/** Links to all guides. */
export default function FarmerResources() {
  const t = useT();
  return (
    <Panel
      title={t('dashboard.farmer.resources')}
      actions={
        <Link to={paths.guides} className="link inline-flex min-h-11 items-center">
          {t('dashboard.farmer.allGuides')}
        </Link>
      }
    >
      <ul className="four-across flex flex-wrap gap-x-2 sm:grid sm:grid-cols-4 sm:gap-x-6">
        {GUIDE_SLUGS.map((slug) => {
          const Icon = GUIDE_ICONS[slug];
          return (
            <li key={slug}>
              <Link
                to={paths.guide(slug)}
                className="flex min-h-11 min-w-11 items-center gap-2 hover:underline max-sm:font-semibold max-sm:text-primary sm:gap-3 sm:py-1.5"
              >
                <Icon
                  size={20}
                  strokeWidth={1.7}
                  aria-hidden="true"
                  className="shrink-0 text-primary max-sm:hidden"
                />
                {t(`dashboard.guide.${slug}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
