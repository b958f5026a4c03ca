import { FEATURES, type Feature, paths } from '@ardhi/contract/paths';
import { Link, useLocation } from 'react-router';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { Badge } from '../ui/controls/badge.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Contours } from '../ui/controls/contours.tsx';
import { StartButtons } from './start-buttons.tsx';

/** Sections of each feature text. */
const SECTIONS = {
  'land-monitoring': [1, 2, 3, 4],
  'analytics-dashboard': [1, 2, 3, 4],
  'collaborative-platform': [1, 2, 3, 4],
  'remote-sensing-iot': [1, 2, 3, 4],
  'ai-insights': [1, 2, 3, 4],
  marketplace: [1, 2, 3],
} as const satisfies Record<Feature, readonly number[]>;

export default function FeaturePage() {
  const t = useT();
  const { pathname } = useLocation();
  const feature = FEATURES.find((name) => pathname.startsWith(paths.feature(name))) ?? 'land-monitoring';
  const key = (rest: string) => `features.${feature}.${rest}` as MessageKey;
  return (
    <div className="wrap grid gap-x-16 gap-y-10 py-9 lg:grid-cols-[minmax(0,1fr)_17rem] lg:py-12">
      <article>
        <header className="flex items-start justify-between gap-8 border-b border-line pb-8">
          <div>
            <p className="eyebrow">{t('features.eyebrow')}</p>
            <h1 className="display mt-2">
              {t(`app.title.${feature}`)}
              {feature === 'marketplace' && (
                <Badge tone="wait" className="ml-3 align-middle">
                  {t('app.comingSoon')}
                </Badge>
              )}
            </h1>
            <p className="mt-4 max-w-[52ch] text-lg text-pretty text-muted">{t(key('lead'))}</p>
          </div>
          <Contours className="mt-4 hidden h-20 w-48 shrink-0 sm:block" />
        </header>
        {SECTIONS[feature].map((section) => (
          <section
            key={section}
            className="border-b border-line py-6 md:grid md:grid-cols-[14rem_1fr] md:gap-8"
          >
            <h2 className="text-xl">{t(key(`${section}.title`))}</h2>
            <p className="prose mt-1.5 md:mt-0">{t(key(`${section}.text`))}</p>
          </section>
        ))}
        {feature === 'marketplace' ? (
          <ButtonLink to={paths.contact} variant="main" className="mt-8">
            {t('app.nav.contact')}
          </ButtonLink>
        ) : (
          <StartButtons className="mt-8" />
        )}
      </article>
      <nav aria-labelledby="more" className="lg:pt-2">
        <h2 id="more" className="text-lg">
          {t('features.more')}
        </h2>
        <ul className="mt-3">
          {FEATURES.filter((other) => other !== feature).map((other) => (
            <li key={other} className="border-t border-line">
              <Link
                to={paths.feature(other)}
                className="flex min-h-12 items-center text-muted no-underline hover:text-ink"
              >
                {t(`app.title.${other}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
