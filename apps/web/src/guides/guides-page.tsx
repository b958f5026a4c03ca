import { paths } from '../app/paths.ts';
import { useT } from '../lib/i18n.tsx';
import { PageHeader } from '../ui/page.tsx';
import { GuideList } from './guide-list.tsx';
import { GUIDE_SLUGS } from './slugs.ts';

export default function GuidesPage() {
  const t = useT();
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('guides.heading')} lead={t('guides.lead')} back={{ to: paths.dashboard }} />
      <GuideList slugs={GUIDE_SLUGS} leads />
    </div>
  );
}
