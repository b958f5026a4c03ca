import { paths } from '@ardhi/contract/paths';
import { GUIDE_SLUGS } from '../../lib/page/guide-slugs.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { GuideList } from './guide-list.tsx';

export default function GuidesPage() {
  const t = useT();
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('guides.heading')} lead={t('guides.lead')} back={{ to: paths.dashboard }} />
      <GuideList slugs={GUIDE_SLUGS} leads />
    </div>
  );
}
