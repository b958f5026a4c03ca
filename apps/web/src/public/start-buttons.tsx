import { paths } from '@ardhi/contract/paths';
import { useT } from '../lib/text/i18n.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { cx } from '../ui/controls/cx.ts';

/** The prerendered page contains both states; boot.js selects one before the first paint. */
export function StartButtons({ className }: { className?: string }) {
  const t = useT();
  return (
    <div className={cx('flex flex-wrap gap-3', className)}>
      <ButtonLink to={paths.dashboard} variant="main" className="when-in">
        {t('app.goToDashboard')}
      </ButtonLink>
      <ButtonLink to={paths.register} variant="main" className="when-out">
        {t('app.getStarted')}
      </ButtonLink>
      <ButtonLink to={paths.login} className="when-out">
        {t('app.nav.login')}
      </ButtonLink>
    </div>
  );
}
