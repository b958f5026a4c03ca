import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

export default function FarmerDashboard() {
  const t = useT();
  const format = useFormat();
  return (
    <div className="wrap py-8">
      <PageHeader
        eyebrow={format.date(new Date().toISOString(), 'full')}
        title={t('dashboard.farmer.heading')}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
        <FarmPanel />
        <Panel title={t('dashboard.learn.title')}>
          <ul>
            {(['land-monitoring', 'ai-insights', 'collaborative-platform'] as const).map((feature) => (
              <li key={feature} className="border-t border-line first:border-t-0">
                <Link
                  className="flex min-h-11 items-center py-2 no-underline hover:underline"
                  to={paths.feature(feature)}
                >
                  {t(`app.title.${feature}`)}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
    </div>
  );
}

/** What the farmer said about the farm when registering. */
function FarmPanel() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  return (
    <Panel
      title={t('dashboard.farm.title')}
      actions={
        <ButtonLink size="small" to={paths.account}>
          {t('dashboard.farm.edit')}
        </ButtonLink>
      }
    >
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-muted">{t('dashboard.farm.location')}</dt>
          <dd className="mt-0.5">{user.location ?? t('dashboard.farm.notSpecified')}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('dashboard.farm.size')}</dt>
          {user.farmSize === null ? (
            <dd className="mt-0.5">{t('dashboard.farm.notSpecified')}</dd>
          ) : (
            <dd className="num mt-0.5" title={format.hectares(user.farmSize)}>
              {format.area(user.farmSize)}
            </dd>
          )}
        </div>
      </dl>
    </Panel>
  );
}
