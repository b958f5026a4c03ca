import type { Programme } from '@ardhi/contract';
import { useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
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
  return (
    <div className="wrap py-3 sm:py-8">
      <PageHeader title={t('subsidies.apply.title')} lead={t('subsidies.apply.lead')} />
      <SubsidyTotals />
      <div className="grid items-start gap-x-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flat-panels grid min-w-0 sm:gap-6">
          <MyApplications />
          <ProgrammeList chosen={programme} onChoose={setProgramme} />
          <NewApplication programme={programme} onProgramme={setProgramme} />
        </div>
        <aside className="max-lg:mt-4 lg:sticky lg:top-24">
          <h2 className="mb-2 text-lg sm:mb-3">{t('subsidies.tips.title')}</h2>
          <ul className="space-y-1 border-l-2 border-primary pl-4 text-muted max-sm:text-sm sm:space-y-3">
            {TIPS.map((tip) => (
              <li key={tip}>{t(tip)}</li>
            ))}
          </ul>
        </aside>
      </div>
    </div>
  );
}
