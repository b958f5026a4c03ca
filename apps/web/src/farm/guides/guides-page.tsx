import { paths } from '@ardhi/contract/paths';
import { Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { GUIDE_SLUGS } from '../../lib/page/guide-slugs.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { GuideList } from './guide-list.tsx';

export default function GuidesPage() {
  const t = useT();
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('guides.heading')} lead={t('guides.lead')} back={{ to: paths.dashboard }} />
      <Link
        to={paths.userGuide}
        className="group mb-8 flex max-w-[70ch] items-start gap-4 rounded-card border border-line bg-surface p-4 hover:text-primary"
      >
        <Smartphone size={22} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
        <span>
          <span className="block font-serif text-[1.1875rem] leading-tight font-semibold group-hover:underline">
            {t('guides.user.title')}
          </span>
          <span className="mt-1.5 block text-muted">{t('guides.user.lead')}</span>
        </span>
      </Link>
      <GuideList slugs={GUIDE_SLUGS} leads />
    </div>
  );
}
