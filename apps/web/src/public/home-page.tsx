import { FEATURES, paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useT } from '../lib/text/i18n.tsx';
import { Badge } from '../ui/controls/badge.tsx';
import { ParcelMap } from './parcel-map.tsx';
import { StartButtons } from './start-buttons.tsx';

export default function HomePage() {
  return (
    <div className="wrap">
      <Hero />
      <Features />
      <Steps />
    </div>
  );
}

function Hero() {
  const t = useT();
  return (
    <section className="grid items-center gap-7 py-9 lg:grid-cols-[1.05fr_1fr] lg:gap-12 lg:py-14">
      <div>
        <p className="eyebrow">{t('home.eyebrow')}</p>
        <h1 className="display mt-3.5 mb-4.5">
          <span className="block">{t('home.headline.1')} </span>
          <span className="block">{t('home.headline.2')} </span>
          <span className="block">{t('home.headline.3')}</span>
        </h1>
        <p className="max-w-[46ch] text-lg text-muted">{t('home.lead')}</p>
        <StartButtons className="mt-7" />
      </div>
      <ParcelMap />
    </section>
  );
}

function Features() {
  const t = useT();
  return (
    <section className="border-t border-line pt-10" aria-labelledby="features">
      <h2 id="features">{t('home.features')}</h2>
      <ul className="mt-6 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map((feature) => (
          <li key={feature} className="feature-item">
            <h3>
              <Link to={paths.feature(feature)} className="feature-link">
                {t(`app.title.${feature}`)}
              </Link>
              {feature === 'marketplace' && (
                <Badge tone="wait" className="ml-2 align-middle">
                  {t('app.comingSoon')}
                </Badge>
              )}
            </h3>
            <p className="mt-1 text-muted">{t(`home.feature.${feature}`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const STEPS = [1, 2, 3, 4] as const;

function Steps() {
  const t = useT();
  return (
    <section className="mt-12" aria-labelledby="steps">
      <h2 id="steps">{t('home.steps')}</h2>
      <ol className="mt-6 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
        {STEPS.map((step) => (
          <li key={step} className="grid grid-cols-[auto_1fr] gap-x-4 lg:block">
            <span aria-hidden="true" className="font-serif text-3xl leading-none font-semibold text-primary">
              {step}
            </span>
            <div className="lg:mt-3">
              <h3>{t(`home.step.${step}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`home.step.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
