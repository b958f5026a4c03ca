import type { Programme } from '@ardhi/contract';
import { useRef, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { MyApplications } from './my-applications.tsx';
import { NewApplication } from './new-application.tsx';
import { ProgrammeList } from './programme-list.tsx';
import { SubsidyTotals } from './subsidy-totals.tsx';

const TIPS = [
  'subsidies.tips.time',
  'subsidies.tips.exact',
  'subsidies.tips.parcels',
  'subsidies.tips.change',
  'subsidies.tips.notice',
] as const;

export default function ApplyPage() {
  const t = useT();
  const [programme, setProgramme] = useState<Programme | null>(null);
  const ownApplications = useRef<HTMLDivElement>(null);
  return (
    <div className="wrap py-5 sm:py-8">
      <PageHeader
        title={t('subsidies.apply.title')}
        lead={t('subsidies.apply.lead')}
        actions={
          <Button onClick={() => ownApplications.current?.scrollIntoView({ block: 'start' })}>
            {t('subsidies.mine')}
          </Button>
        }
      />
      <SubsidyTotals />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="grid min-w-0 gap-6">
          <ProgrammeList chosen={programme} onChoose={setProgramme} />
          <NewApplication programme={programme} onProgramme={setProgramme} />
        </div>
        <aside className="lg:sticky lg:top-24">
          <h2 className="mb-3 text-lg">{t('subsidies.tips.title')}</h2>
          <ul className="space-y-3 border-l-2 border-primary pl-4 text-muted">
            {TIPS.map((tip) => (
              <li key={tip}>{t(tip)}</li>
            ))}
          </ul>
        </aside>
      </div>
      <div ref={ownApplications} className="mt-6 scroll-mt-24">
        <MyApplications />
      </div>
    </div>
  );
}
