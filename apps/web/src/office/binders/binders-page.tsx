import type { Binder } from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { NONE, paths } from '@ardhi/contract/paths';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import { callFile } from '../../lib/http/api.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { isAuditor } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/controls/progress.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Form, type FormProblem, fieldsOf } from '../../ui/forms/form.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useDossier } from '../subsidies/queries.ts';
import { useBinders, useCreateBinder } from './queries.ts';

/** Audit binders of a programme, or of applications without one: a new one for a period, and those that exist. */
export default function BindersPage() {
  const t = useT();
  const { id = '' } = useParams();
  // The programme's own page is not an auditor's, who comes from the board; the binders name it too.
  const forAuditor = isAuditor(useUser());
  const programme = useDossier(forAuditor || id === NONE ? undefined : id).data;
  const named = useBinders(id).data?.[0]?.programmeName;
  return (
    <div className="wrap py-8">
      <PageHeader
        back={
          forAuditor
            ? { to: paths.board, label: t('binders.board') }
            : { to: paths.subsidyManage, label: t('binders.back') }
        }
        eyebrow={id === NONE ? t('binders.noProgramme') : (programme?.name ?? named)}
        title={t('binders.title')}
        lead={t('binders.lead')}
        actions={id !== NONE && <ButtonLink to={paths.binders(NONE)}>{t('binders.noProgramme')}</ButtonLink>}
      />
      <Panel title={t('binders.new')}>
        <NewBinder programmeId={id} />
      </Panel>
      <Panel title={t('binders.list')} className="mt-6">
        <BinderList programmeId={id} />
      </Panel>
    </div>
  );
}

interface Period {
  from: string;
  until: string;
}

function NewBinder({ programmeId }: { programmeId: string }) {
  const t = useT();
  const create = useCreateBinder();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useForm<Period>({ defaultValues: { from: `${today().slice(0, 4)}-01-01`, until: today() } });
  const field = fieldsOf(form);
  const isFilled = (value: string) => value !== '' || t('binders.dayNeeded');
  const onSubmit = async (body: Period) => {
    setProblem(null);
    try {
      await create.mutateAsync({ params: { id: programmeId }, body });
    } catch (error) {
      setProblem(problemOf(error, t('binders.error.create'), t));
    }
  };
  return (
    <Form form={form} onSubmit={onSubmit} problem={problem}>
      <div className="flex flex-wrap items-end gap-4 max-sm:*:w-full">
        <DateField label={t('binders.from')} required {...field('from', { validate: isFilled })} />
        <DateField label={t('binders.until')} required {...field('until', { validate: isFilled })} />
        <Button type="submit" variant="main" busy={create.isPending} busyLabel={t('binders.creating')}>
          {t('binders.create')}
        </Button>
      </div>
    </Form>
  );
}

function BinderList({ programmeId }: { programmeId: string }) {
  const t = useT();
  const format = useFormat();
  const binders = useBinders(programmeId);
  const columns: Column<Binder>[] = [
    {
      key: 'period',
      label: t('binders.period'),
      title: true,
      cell: ({ from, until, county }) => (
        <>
          {t('binders.days', { from: format.date(from, 'medium'), until: format.date(until, 'medium') })}
          <span className="block text-sm font-normal text-muted">{county ?? t('binders.country')}</span>
        </>
      ),
    },
    {
      key: 'created',
      label: t('binders.created'),
      cell: ({ createdAt, madeBy }) => (
        <>
          {format.dateTime(createdAt)}
          <span className="block text-sm text-muted">{madeBy || t('binders.deletedOfficial')}</span>
        </>
      ),
    },
    { ...numeric('applications', t('binders.applications')), cell: (row) => format.number(row.applications) },
    {
      ...numeric('total', t('binders.total')),
      cell: ({ total }) => (total === null ? '–' : format.money(total)),
    },
    { key: 'state', label: t('binders.evidence'), text: true, cell: (row) => <Evidence binder={row} /> },
  ];
  return (
    <>
      <LoadError query={binders} headline={t('binders.error.list')} />
      {!binders.isError && (
        <DataTable
          caption={t('binders.list')}
          loading={binders.isPending}
          loadingRows={2}
          rows={binders.data}
          rowKey={({ _id }) => _id}
          columns={columns}
          rowActions={(row) => row.state === 'ready' && <Files binder={row} />}
          empty={<Empty title={t('binders.none')} text={t('binders.noneText')} />}
        />
      )}
    </>
  );
}

function Evidence({ binder }: { binder: Binder }) {
  const t = useT();
  const format = useFormat();
  const { state, written, applications, head, csvSha256 } = binder;
  if (state === 'running')
    return (
      <div role="status" className="min-w-40">
        <ProgressBar
          label={t('binders.running')}
          value={applications > 0 ? written / applications : undefined}
          text={t('binders.progress', { done: format.number(written), total: format.number(applications) })}
        />
      </div>
    );
  if (state !== 'ready') return <p className="text-sm">{t(`binders.state.${state}`)}</p>;
  return (
    <dl className="text-sm">
      <dt className="text-muted">{t('binders.csvHash')}</dt>
      <dd className="num font-mono wrap-anywhere">{csvSha256}</dd>
      {head && (
        <>
          <dt className="text-muted">{t('binders.head', { seal: head.seal })}</dt>
          <dd className="num font-mono wrap-anywhere">{head.hash}</dd>
        </>
      )}
    </dl>
  );
}

function Files({ binder }: { binder: Binder }) {
  const t = useT();
  const format = useFormat();
  const { busy, download } = useDownload<'pdf' | 'csv'>('binders.error.download');
  const params = { id: binder._id };
  const period = t('binders.days', {
    from: format.date(binder.from, 'medium'),
    until: format.date(binder.until, 'medium'),
  });
  const fetchFile = {
    pdf: () => callFile('GET /government/binders/{id}/pdf', { params }),
    csv: () => callFile('GET /government/binders/{id}/csv', { params }),
  };
  return (['pdf', 'csv'] as const).map((kind) => (
    <Button
      key={kind}
      size="small"
      icon={<Download size={18} aria-hidden="true" />}
      aria-label={t('binders.download', { format: kind.toUpperCase(), period })}
      busy={busy === kind}
      busyLabel={t('ui.loading')}
      onClick={() => void download(kind, fetchFile[kind], `binder.${kind}`)}
    >
      {kind.toUpperCase()}
    </Button>
  ));
}
