import { FEATURES, paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useConfig } from '../lib/http/config.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { Badge } from '../ui/controls/badge.tsx';
import { Drawing } from '../ui/controls/drawing.tsx';
import { PhonePicture } from './phone-picture.tsx';
import { StartButtons } from './start-buttons.tsx';

export default function HomePage() {
  return (
    <div className="wrap">
      <Hero />
      <Audiences />
      <Features />
    </div>
  );
}

function Hero() {
  const t = useT();
  const { operator } = useConfig();
  return (
    <section className="grid items-center gap-6 pt-6 lg:grid-cols-[1.15fr_1fr] lg:gap-14 lg:pt-0">
      <div>
        <p className="text-sm font-semibold text-primary">
          {t('home.eyebrow')} · {operator}
        </p>
        <h1 className="display mt-3 mb-4">{t('home.headline')}</h1>
        <p className="max-w-[34em] text-lg text-muted">{t('home.lead')}</p>
        <StartButtons className="mt-6" />
        <p className="mt-5 flex max-w-[34em] gap-2.5">
          <Drawing name="offline" className="mt-0.5 size-6 stroke-primary" />
          <span>
            <strong>{t('home.offline')}</strong> {t('home.offlineText')}
          </span>
        </p>
      </div>
      <PhonePicture />
    </section>
  );
}

const AUDIENCES = [
  ['farmers', 'harvest'],
  ['officials', 'message'],
] as const;

function Audiences() {
  const t = useT();
  return (
    <section className="grid gap-x-14 gap-y-6 border-t border-line py-8 lg:grid-cols-2">
      {AUDIENCES.map(([audience, drawing]) => (
        <div key={audience}>
          <h2 className="flex items-center gap-3">
            <Drawing name={drawing} className="size-11" />
            {t(`home.for.${audience}`)}
          </h2>
          <p className="mt-2 max-w-[34em] text-muted">{t(`home.for.${audience}Text`)}</p>
        </div>
      ))}
    </section>
  );
}

function Features() {
  const t = useT();
  return (
    <section className="border-t border-line pt-8" aria-labelledby="features">
      <h2 id="features">{t('home.features')}</h2>
      <ul className="mt-3 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map((feature) => (
          <li key={feature} className="feature-item">
            <Drawing name={feature} className="mt-0.5 size-6.5 stroke-primary" />
            <div>
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
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
