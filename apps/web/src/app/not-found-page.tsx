import { paths } from '@ardhi/contract/paths';
import { useT } from '../lib/text/i18n.tsx';
import { ButtonLink } from '../ui/controls/button.tsx';
import { Contours } from '../ui/controls/contours.tsx';

export default function NotFoundPage() {
  const t = useT();
  return (
    <div className="wrap flex flex-col items-center py-20 text-center">
      <Contours className="mb-6 h-24 w-60" />
      <p className="eyebrow">{t('app.notFound.eyebrow')}</p>
      <h1 className="mt-2">{t('app.notFound.heading')}</h1>
      <p className="mt-3 max-w-[46ch] text-muted">{t('app.notFound.text')}</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to={paths.dashboard} variant="main" className="when-in">
          {t('app.goToDashboard')}
        </ButtonLink>
        <ButtonLink to={paths.home}>{t('app.notFound.home')}</ButtonLink>
      </div>
    </div>
  );
}
