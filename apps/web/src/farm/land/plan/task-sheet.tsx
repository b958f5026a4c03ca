/** One task: amount, reason, data, and the answers in one tap. Loaded when opened. */
import { Bug, Check, CircleOff, Clock, CloudRain, Leaf, type LucideIcon, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addDays, today } from '../../../lib/device/dates.ts';
import { type MessageKey, useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Listen } from '../../../ui/controls/listen.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { HarvestDialog } from '../records/harvest-form.tsx';
import type { ValuesOf } from '../records/kinds.ts';
import { RecordForm } from '../records/record-form.tsx';
import { allLike } from './answers.ts';
import { usePlanLabels } from './plan-labels.ts';
import { recordOf, sprayingAsLastTime, useTaskActions } from './task-actions.ts';
import type { ParcelTask } from './use-plan.ts';

const ASK_AGAIN_DAYS = 2;

interface TaskSheetProps {
  item: ParcelTask;
  onClose: () => void;
}

type View = 'task' | 'reasons' | 'form';

export default function TaskSheet({ item, onClose }: TaskSheetProps) {
  const [view, setView] = useState<View>('task');
  if (view === 'form') return <OtherAmount item={item} onClose={onClose} />;
  if (view === 'reasons')
    return <Reasons item={item} onClose={onClose} onOtherAmount={() => setView('form')} />;
  return <TaskDialog item={item} onClose={onClose} onView={setView} />;
}

/** Whether another amount can be recorded for the task. */
const hasForm = ({ task, crop }: ParcelTask) =>
  recordOf({ task } as ParcelTask) !== null ||
  task.kind === 'plant' ||
  (task.kind === 'harvest' && crop !== undefined);

function TaskDialog({ item, onClose, onView }: TaskSheetProps & { onView: (view: View) => void }) {
  const t = useT();
  const labels = usePlanLabels();
  const { finish, spray, isPending, textOf } = useTaskActions();
  const { task, parcel } = item;
  const amount = labels.amount(task);
  const record = recordOf(item);
  const spraying = sprayingAsLastTime(item);
  const run = async (work: Promise<boolean>) => {
    if (await work) onClose();
  };
  return (
    <Dialog open onClose={onClose} title={labels.title(task)} text={`${parcel.name} · ${labels.when(task)}`}>
      {amount && (
        <p className="rounded-card bg-sunken px-4 py-3 font-serif text-xl font-semibold">{amount}</p>
      )}
      <h3 className="mt-4">{t('plan.whyHeading')}</h3>
      <p className="mt-1">{labels.why(task)}</p>
      <Listen
        className="-ml-2.5"
        title={labels.title(task)}
        text={[labels.title(task), amount, labels.why(task)].filter(Boolean).join('. ')}
      />
      <h3 className="mt-4">{t('plan.sourcesHeading')}</h3>
      <ul className="mt-1 list-disc pl-5 text-sm text-muted">
        {task.sources.map((source) => (
          <li key={source}>{labels.source(source)}</li>
        ))}
      </ul>
      <div className="mt-5 space-y-2.5">
        {task.kind === 'plant' ? (
          <Button wide size="large" variant="main" data-autofocus onClick={() => onView('form')}>
            {t('land.action.addCrop')}
          </Button>
        ) : (
          <Button
            wide
            size="large"
            variant="main"
            data-autofocus
            icon={<Check size={20} aria-hidden="true" />}
            busy={isPending}
            onClick={() => void run(finish(item))}
          >
            {record
              ? t('plan.doneRecord', { what: textOf(record) })
              : t(task.kind === 'harvest' ? 'land.harvest.asExpected' : 'plan.done')}
          </Button>
        )}
        {spraying && (
          <Button
            wide
            icon={<Bug size={20} aria-hidden="true" />}
            busy={isPending}
            onClick={() => void run(spray(item, spraying))}
          >
            {t('plan.sprayedAgain', { what: textOf(spraying) })}
          </Button>
        )}
        <div className="grid grid-cols-2 gap-2.5">
          {hasForm(item) && task.kind !== 'plant' && (
            <Button onClick={() => onView('form')}>{t('plan.otherAmount')}</Button>
          )}
          <Button className="last:only:col-span-2" onClick={() => onView('reasons')}>
            {t('plan.notDone')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface ReasonRow {
  icon: LucideIcon;
  label: MessageKey;
  hint?: ReactNode;
  onChoose: () => void;
}

/** Each answer ends the question in one tap. */
function Reasons({ item, onClose, onOtherAmount }: TaskSheetProps & { onOtherAmount: () => void }) {
  const t = useT();
  const format = useFormat();
  const { note } = useTaskActions();
  const { id, kind } = item.task;
  const againOn = addDays(today(), ASK_AGAIN_DAYS);
  const answer = (task: string, until?: string) => () => {
    note(task, until);
    onClose();
  };
  const rows: ReasonRow[] = [
    ...(kind === 'water'
      ? [
          { icon: CloudRain, label: 'plan.reason.rained' as const, onChoose: answer(id) },
          { icon: CircleOff, label: 'plan.reason.noWater' as const, onChoose: answer(id) },
        ]
      : []),
    ...(kind === 'planting-fertilizer' || kind === 'top-dress'
      ? [{ icon: CircleOff, label: 'plan.reason.noFertilizer' as const, onChoose: answer(id) }]
      : []),
    {
      icon: Clock,
      label: 'plan.reason.later',
      hint: t('plan.reason.laterHint', { date: format.date(againOn, 'short') }),
      onChoose: answer(id, againOn),
    },
    ...(hasForm(item) && kind !== 'plant'
      ? [{ icon: Pencil, label: 'plan.reason.otherAmount' as const, onChoose: onOtherAmount }]
      : []),
    {
      icon: Leaf,
      label: 'plan.reason.ownWay',
      hint: t('plan.reason.ownWayHint'),
      onChoose: answer(allLike(id)),
    },
  ];
  return (
    <Dialog open onClose={onClose} title={t('plan.reasonHeading')} text={t('plan.reasonText')}>
      <ul className="divide-y divide-line">
        {rows.map(({ icon: Icon, label, hint, onChoose }, index) => (
          <li key={label}>
            <button
              type="button"
              className="flex min-h-14 w-full items-center gap-3 text-left font-semibold"
              data-autofocus={index === 0 || undefined}
              onClick={onChoose}
            >
              <Icon size={20} aria-hidden="true" className="shrink-0 text-primary" />
              <span className="grow">{t(label)}</span>
              {hint && <span className="text-sm font-normal text-muted">{hint}</span>}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The ordinary form, filled in. */
function OtherAmount({ item, onClose }: TaskSheetProps) {
  const { parcel, crop, task } = item;
  const record = recordOf(item);
  if (task.kind === 'harvest' && crop) return <HarvestDialog parcel={parcel} crop={crop} onClose={onClose} />;
  if (!record || record.kind === 'pesticides')
    return <RecordForm kind="crops" parcel={parcel} onClose={onClose} />;
  const preset = record.body as Partial<ValuesOf['water'] & ValuesOf['fertilizer']>;
  return <RecordForm kind={record.kind} parcel={parcel} preset={preset} onClose={onClose} />;
}
