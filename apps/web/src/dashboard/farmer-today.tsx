/** Today: at most three tasks or events. Ochre needs action, green is good news, blue is information. */
import type { Equipment, HarvestToConfirm, Notice } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Check, ChevronRight, HandCoins, type LucideIcon, MailOpen, Tractor, Wheat } from 'lucide-react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useEquipment } from '../farm/equipment/queries.ts';
import { DASHBOARD_LIMITS } from '../farm/land/keys.ts';
import { usePlanLabels } from '../farm/land/plan/plan-labels.ts';
import { useTaskActions } from '../farm/land/plan/task-actions.ts';
import { TASK_ICONS } from '../farm/land/plan/task-icons.ts';
import type TaskSheet from '../farm/land/plan/task-sheet.tsx';
import { isDue, type ParcelTask, usePlan } from '../farm/land/plan/use-plan.ts';
import { useHarvestsToConfirm, useParcels } from '../farm/land/queries.ts';
import { useAmounts } from '../farm/land/records/use-amounts.ts';
import { today } from '../lib/device/clock.ts';
import { lazyPage } from '../lib/page/lazy-page.tsx';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { useNotices } from '../records/notices/queries.ts';
import { useReadNotice } from '../records/notices/writes.ts';
import { Button } from '../ui/controls/button.tsx';
import { cx } from '../ui/controls/cx.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { useKnownNames } from '../ui/controls/known-name.tsx';
import { chooseToday } from './choose-today.ts';

const HarvestDialog = lazy(async () => ({
  default: (await import('../farm/land/records/harvest-form.tsx')).HarvestDialog,
}));
const taskSheet = lazyPage<ComponentProps<typeof TaskSheet>>(
  () => import('../farm/land/plan/task-sheet.tsx'),
  ['plan', 'land', 'score', 'forms'],
);

const APPROVALS: readonly string[] = ['subsidy-approved', 'appeal-upheld'];
const OTHER_DECISIONS: readonly string[] = ['subsidy-rejected', 'subsidy-returned', 'appeal-dismissed'];

type Item =
  | { kind: 'task'; item: ParcelTask }
  | { kind: 'harvest'; harvest: HarvestToConfirm }
  | { kind: 'decision'; notice: Notice }
  | { kind: 'service'; equipment: Equipment };

const keyOf = (one: Item) =>
  one.kind === 'task'
    ? one.item.task.id
    : one.kind === 'harvest'
      ? one.harvest.crop._id
      : one.kind === 'decision'
        ? one.notice._id
        : one.equipment._id;

/** Order of the rows: action, then news, then information. */
const RANK = { task: 0, harvest: 0, decision: 1, service: 2 } as const;

function useItems() {
  const { data: parcels } = useParcels();
  const { data: harvests = [] } = useHarvestsToConfirm(DASHBOARD_LIMITS.harvests);
  const { data: notices } = useNotices();
  const { data: equipment } = useEquipment();
  const ids = useMemo(() => parcels?.rows.map(({ _id }) => _id) ?? [], [parcels?.rows]);
  const plan = usePlan(ids);
  const unread = notices?.pages.flatMap(({ rows }) => rows).filter(({ read }) => !read) ?? [];
  const decisionsOf = (kinds: readonly string[]) =>
    unread.filter(({ kind }) => kinds.includes(kind)).map((notice): Item => ({ kind: 'decision', notice }));
  // Past harvests come from the server, which also knows crops that are no longer on the phone.
  const isOpen = (one: ParcelTask) =>
    isDue(one) && !(one.task.kind === 'harvest' && (one.crop?.harvestDate ?? '') <= today());
  const due = plan?.filter(isOpen).sort((a, b) => (a.task.to < b.task.to ? -1 : 1)) ?? [];
  const chosen = chooseToday<Item>({
    approvals: decisionsOf(APPROVALS),
    decisions: decisionsOf(OTHER_DECISIONS),
    harvests: harvests.map((harvest) => ({ kind: 'harvest', harvest })),
    tasks: due.map((item) => ({ kind: 'task', item })),
    services: (equipment?.rows ?? [])
      .filter((one) => one.status !== 'retired' && one.service.state === 'due')
      .map((one) => ({ kind: 'service', equipment: one })),
  });
  return {
    ...chosen,
    shown: chosen.shown.sort((a, b) => RANK[a.kind] - RANK[b.kind]),
    next: plan?.find((one) => !isDue(one)),
  };
}

export default function FarmerToday() {
  const t = useT();
  const labels = usePlanLabels();
  const { shown, moreApprovals, next } = useItems();
  return (
    <section aria-label={t('dashboard.today.label')} className="today-card">
      {shown.length > 0 && (
        <ul className="divide-y divide-line">
          {shown.map((one, index) => (
            <li key={keyOf(one)}>
              <Row one={one} isFirst={index === 0} />
            </li>
          ))}
        </ul>
      )}
      {moreApprovals > 0 && (
        <Link to={paths.notices} className="link flex min-h-11 items-center px-3 sm:px-4">
          {t('dashboard.today.moreApprovals', { count: moreApprovals })}
        </Link>
      )}
      {shown.length < 3 && (
        <p className="px-3 py-3 text-muted sm:px-4">
          {t(shown.length === 0 ? 'dashboard.today.nothing' : 'dashboard.today.noMore')}
          {next && (
            <span className="block text-sm">
              {t('dashboard.today.next', { place: next.parcel.name, task: labels.next(next.task) })}
            </span>
          )}
        </p>
      )}
    </section>
  );
}

function Row({ one, isFirst }: { one: Item; isFirst: boolean }) {
  switch (one.kind) {
    case 'task':
      return <TaskRow item={one.item} isLarge={isFirst} />;
    case 'harvest':
      return <HarvestRow harvest={one.harvest} isLarge={isFirst} />;
    case 'decision':
      return <DecisionRow notice={one.notice} />;
    case 'service':
      return <ServiceRow equipment={one.equipment} />;
  }
}

const TONES = {
  todo: 'bg-ochre-soft text-ochre',
  good: 'bg-primary-soft text-primary',
  info: 'bg-water-soft text-water',
} as const;
type Tone = keyof typeof TONES;

function ToneIcon({ icon: Icon, tone, isLarge }: { icon: LucideIcon; tone: Tone; isLarge?: boolean }) {
  return (
    <span
      className={cx(
        'grid shrink-0 place-items-center rounded-card',
        isLarge ? 'size-12 sm:size-14' : 'size-11',
        TONES[tone],
      )}
    >
      <Icon size={isLarge ? 28 : 22} strokeWidth={1.7} aria-hidden="true" />
    </span>
  );
}

interface AnswerableProps {
  icon: LucideIcon;
  tone: Tone;
  isLarge: boolean;
  when: string;
  title: string;
  text: ReactNode;
  finish: string;
  more: string;
  busy: boolean;
  onFinish: () => void;
  onOpen: () => void;
}

/** The first is large, with words on its buttons. */
function Answerable(props: AnswerableProps) {
  const { icon, tone, isLarge, when, title, text, finish, more, busy, onFinish, onOpen } = props;
  if (!isLarge)
    return (
      <div className="flex items-center gap-3 px-3 py-2 sm:px-4 sm:py-2.5">
        <ToneIcon icon={icon} tone={tone} />
        <button
          type="button"
          aria-haspopup="dialog"
          className="min-h-11 min-w-0 grow text-left"
          onClick={onOpen}
        >
          <span className="line-clamp-2 leading-snug font-semibold">{title}</span>
          <span className="line-clamp-1 text-sm text-muted">{text}</span>
        </button>
        <IconButton
          label={`${title}: ${finish}`}
          variant="plain"
          icon={<Check size={20} aria-hidden="true" />}
          aria-busy={busy || undefined}
          disabled={busy}
          onClick={onFinish}
        />
      </div>
    );
  return (
    <div className="p-3 sm:flex sm:items-center sm:gap-4 sm:p-4">
      <div className="flex min-w-0 grow gap-3">
        <ToneIcon icon={icon} tone={tone} isLarge />
        <div className="min-w-0">
          <p className="text-sm leading-tight font-semibold text-ochre">{when}</p>
          <h2 className="line-clamp-2 text-[1.1875rem] text-pretty">{title}</h2>
          <p className="line-clamp-2 text-fine text-muted sm:text-sm">{text}</p>
        </div>
      </div>
      {/* Columns by their text: two equal ones are too narrow for the Kiswahili of the first. */}
      <div className="mt-2 grid grid-cols-[auto_auto] gap-2.5 sm:mt-0">
        <Button
          variant="main"
          className="px-2 sm:px-3"
          busy={busy}
          icon={<Check size={20} aria-hidden="true" className="shrink-0 max-[400px]:hidden" />}
          onClick={onFinish}
          aria-label={`${title}: ${finish}`}
        >
          {finish}
        </Button>
        <Button
          className="px-2 whitespace-nowrap"
          aria-haspopup="dialog"
          aria-label={`${title}: ${more}`}
          onClick={onOpen}
        >
          {more}
        </Button>
      </div>
    </div>
  );
}

function TaskRow({ item, isLarge }: { item: ParcelTask; isLarge: boolean }) {
  const t = useT();
  const labels = usePlanLabels();
  const { finish, isPending } = useTaskActions();
  const [open, setOpen] = useState(false);
  const { task, parcel } = item;
  const amount = labels.amount(task);
  const needsForm = task.kind === 'plant';
  return (
    <>
      <Answerable
        icon={TASK_ICONS[task.kind]}
        tone={task.kind === 'stop-spraying' || needsForm ? 'info' : 'todo'}
        isLarge={isLarge}
        when={labels.when(task)}
        title={labels.title(task)}
        text={amount ? `${parcel.name}: ${amount}` : parcel.name}
        finish={t(task.kind === 'harvest' ? 'land.harvest.asExpected' : 'plan.done')}
        more={t('plan.whyAndHow')}
        busy={isPending}
        onFinish={needsForm ? () => setOpen(true) : () => void finish(item)}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <taskSheet.Component item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function HarvestRow({ harvest, isLarge }: { harvest: HarvestToConfirm; isLarge: boolean }) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const { harvestAsExpected, isPending } = useTaskActions();
  const { data: parcels } = useParcels();
  const withWord = useKnownNames('crop');
  const [open, setOpen] = useState(false);
  const { landId, landName, crop } = harvest;
  const size = parcels?.rows.find(({ _id }) => _id === landId)?.size ?? 0;
  return (
    <>
      <Answerable
        icon={Wheat}
        tone="todo"
        isLarge={isLarge}
        when={t('dashboard.today.harvestDue', { date: format.date(crop.harvestDate, 'medium') })}
        title={t('dashboard.today.harvest', { crop: withWord(crop.name) })}
        text={t('dashboard.today.expected', {
          place: landName,
          amount: amounts.tonsPerHectare(crop.yield),
        })}
        finish={t('land.harvest.asExpected')}
        more={t('dashboard.today.confirm')}
        busy={isPending}
        onFinish={() => void harvestAsExpected(landId, crop)}
        onOpen={() => setOpen(true)}
      />
      {open && (
        <Suspense>
          <HarvestDialog
            parcel={{ _id: landId, name: landName, size }}
            crop={crop}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

interface EventLinkProps {
  to: string;
  icon: LucideIcon;
  tone: Tone;
  title: string;
  text: string;
  onClick?: () => void;
}

function EventLink({ to, icon, tone, title, text, onClick }: EventLinkProps) {
  const t = useT();
  return (
    <Link
      to={to}
      onClick={onClick}
      className="flex items-center gap-3 px-3 py-2 outline-offset-[-3px] hover:underline sm:px-4 sm:py-2.5"
    >
      <ToneIcon icon={icon} tone={tone} />
      <span className="min-w-0 grow">
        <span className="line-clamp-2 leading-snug font-semibold">{title}</span>
        <span className="line-clamp-1 text-sm text-muted">{text}</span>
      </span>
      <span className="sr-only">{t('dashboard.today.open')}</span>
      <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted" />
    </Link>
  );
}

function DecisionRow({ notice }: { notice: Notice }) {
  const read = useReadNotice();
  const isGood = APPROVALS.includes(notice.kind);
  return (
    <EventLink
      to={notice.link ?? paths.subsidyApply}
      icon={isGood ? HandCoins : MailOpen}
      tone={isGood ? 'good' : 'todo'}
      title={notice.title}
      text={notice.body}
      // Not awaited: the navigation must not wait for it.
      onClick={() => read.mutate({ params: { id: notice._id } })}
    />
  );
}

function ServiceRow({ equipment }: { equipment: Equipment }) {
  const t = useT();
  const withWord = useKnownNames('machine');
  return (
    <EventLink
      to={paths.equipmentDetail(equipment._id)}
      icon={Tractor}
      tone="info"
      title={t('dashboard.today.service', { name: equipment.name })}
      text={withWord(equipment.type)}
    />
  );
}
