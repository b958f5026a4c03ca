/** At most three urgent items: harvests to confirm, unread decisions, services due. */
import type { Equipment, HarvestToConfirm, Notice } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useEquipment } from '../farm/equipment/queries.ts';
import { DASHBOARD_LIMITS } from '../farm/land/keys.ts';
import { useHarvestsToConfirm, useParcels } from '../farm/land/queries.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { useNotices } from '../records/notices/queries.ts';
import { useReadNotice } from '../records/notices/writes.ts';

const HarvestDialog = lazy(async () => ({
  default: (await import('../farm/land/records/harvest-form.tsx')).HarvestDialog,
}));

const SHOWN = DASHBOARD_LIMITS.harvests;
const DECISIONS: readonly string[] = [
  'subsidy-approved',
  'subsidy-rejected',
  'subsidy-returned',
  'appeal-upheld',
  'appeal-dismissed',
];

/** Reserves one place for each kind; unused places go to the others. */
export function chooseToday<H, D, S>(
  harvests: readonly H[],
  decisions: readonly D[],
  services: readonly S[],
) {
  const reserved = (rows: readonly unknown[]) => Math.min(1, rows.length);
  const harvest = harvests.slice(0, SHOWN - reserved(decisions) - reserved(services));
  const decision = decisions.slice(0, SHOWN - harvest.length - reserved(services));
  return { harvest, decision, service: services.slice(0, SHOWN - harvest.length - decision.length) };
}

export function FarmerToday() {
  const t = useT();
  const { data: harvests = [] } = useHarvestsToConfirm(SHOWN);
  const { data: notices } = useNotices();
  const { data: equipment } = useEquipment();
  const unread = notices?.pages.flatMap(({ rows }) => rows).filter(({ read }) => !read) ?? [];
  const { harvest, decision, service } = chooseToday(
    harvests,
    unread.filter(({ kind }) => DECISIONS.includes(kind)),
    (equipment?.rows ?? []).filter((one) => one.status !== 'retired' && one.service.state === 'due'),
  );
  if (harvest.length + decision.length + service.length === 0) return null;
  return (
    <section aria-label={t('dashboard.today.label')} className="mt-3 sm:mt-6">
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line-strong bg-ochre-soft">
        {harvest.map((one) => (
          <HarvestRow key={one.crop._id} {...one} />
        ))}
        {decision.map((notice) => (
          <DecisionRow key={notice._id} notice={notice} />
        ))}
        {service.map((one) => (
          <ServiceRow key={one._id} equipment={one} />
        ))}
      </ul>
    </section>
  );
}

const ROW =
  'flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left outline-offset-[-3px] hover:underline';

function RowText({ title, text, action }: { title: ReactNode; text: ReactNode; action: string }) {
  return (
    <>
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="line-clamp-2 text-sm">{text}</span>
      </span>
      <span className="shrink-0 font-semibold text-ochre">{action}</span>
    </>
  );
}

function HarvestRow({ landId, landName, crop }: HarvestToConfirm) {
  const t = useT();
  const format = useFormat();
  const { data: parcels } = useParcels();
  const [open, setOpen] = useState(false);
  const size = parcels?.rows.find(({ _id }) => _id === landId)?.size ?? 0;
  return (
    <li>
      <button type="button" aria-haspopup="dialog" className={ROW} onClick={() => setOpen(true)}>
        <RowText
          title={t('dashboard.today.harvest', { crop: crop.name })}
          text={t('dashboard.today.due', { place: landName, date: format.date(crop.harvestDate) })}
          action={t('dashboard.today.confirm')}
        />
      </button>
      {open && (
        <Suspense>
          <HarvestDialog
            parcel={{ _id: landId, name: landName, size }}
            crop={crop}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

function DecisionRow({ notice }: { notice: Notice }) {
  const t = useT();
  const read = useReadNotice();
  return (
    <li>
      <Link
        to={notice.link ?? paths.subsidyApply}
        className={ROW}
        // Not awaited: the navigation must not wait for it.
        onClick={() => read.mutate({ params: { id: notice._id } })}
      >
        <RowText title={notice.title} text={notice.body} action={t('dashboard.today.open')} />
      </Link>
    </li>
  );
}

function ServiceRow({ equipment }: { equipment: Equipment }) {
  const t = useT();
  return (
    <li>
      <Link to={paths.equipmentDetail(equipment._id)} className={ROW}>
        <RowText
          title={t('dashboard.today.service', { name: equipment.name })}
          text={equipment.type}
          action={t('dashboard.today.open')}
        />
      </Link>
    </li>
  );
}
