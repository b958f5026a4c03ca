import type { Api, ImportedInvitation, ResponseOf } from '@ardhi/contract';
import { MAX_IMPORTED_INVITATIONS } from '@ardhi/contract/limits';
import { Download } from 'lucide-react';
import { useId, useState } from 'react';
import { saveText } from '../../lib/device/download.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import type { FormProblem } from '../../ui/forms/form.tsx';
import { useImportInvitations } from './queries.ts';

type Imported = ResponseOf<Api['POST /government/invitations/import']>;

const EXAMPLE = [
  'name,email,county,permissions,from,until,limit,month limit',
  'Amina Juma,amina@county.example,Nakuru,view decide,2027-01-01,2027-12-31,50000,500000',
  'Peter Otieno,peter@ministry.example,national,view decide manage,,,,',
].join('\r\n');

/** Invites officials with their posts: the file is checked first, and imported only if every row is correct. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const send = useImportInvitations();
  const [csv, setCsv] = useState('');
  const [checked, setChecked] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const submit = async (file: string, dryRun: boolean) => {
    setProblem(null);
    if (dryRun) setChecked(null);
    try {
      setChecked(await send.mutateAsync({ body: { csv: file, dryRun } }));
    } catch (error) {
      setProblem(problemOf(error, t('staff.import.failed'), t));
    }
  };
  const faulty = checked?.rows.filter(({ issues }) => issues.length > 0).length ?? 0;
  const isReady = checked !== null && !checked.imported && faulty === 0;
  return (
    <Dialog open wide onClose={onClose} title={t('staff.import.title')} text={t('staff.import.text')}>
      {!checked?.imported && (
        <>
          <p className="mb-3 text-muted">{t('staff.import.columns', { max: MAX_IMPORTED_INVITATIONS })}</p>
          <div className="flex flex-wrap items-end gap-3">
            <div className="min-w-56 flex-1">
              <label htmlFor={id} className="font-semibold">
                {t('staff.import.file')}
              </label>
              <input
                id={id}
                type="file"
                accept=".csv,text/csv"
                className="control mt-1"
                onChange={async (event) => {
                  const [file] = event.target.files ?? [];
                  if (!file) return;
                  const text = await file.text();
                  setCsv(text);
                  await submit(text, true);
                }}
              />
            </div>
            <Button
              icon={<Download size={16} aria-hidden="true" />}
              onClick={() => saveText(EXAMPLE, 'text/csv', 'invitations.csv')}
            >
              {t('staff.import.example')}
            </Button>
          </div>
        </>
      )}
      <div role="status" className="mt-4 space-y-3">
        {send.isPending && <p className="text-muted">{t('staff.import.checking')}</p>}
        {checked?.imported && (
          <Callout tone="ok" headline={t('staff.import.done', { count: checked.rows.length })}>
            <p>{t('staff.import.once', { date: format.date(checked.expiresAt ?? '') })}</p>
          </Callout>
        )}
        {faulty > 0 && (
          <p className="font-semibold text-clay">{t('staff.import.faulty', { count: faulty })}</p>
        )}
        {isReady && <p>{t('staff.import.ready', { count: checked.rows.length })}</p>}
      </div>
      {problem && (
        <div role="alert" className="mt-4">
          <Callout tone="no" headline={problem.headline}>
            {[problem.detail, ...(problem.issues ?? []).map(({ message }) => message)]
              .filter(Boolean)
              .join(' ')}
          </Callout>
        </div>
      )}
      {checked && <Rows rows={checked.rows} isImported={checked.imported} />}
      <DialogActions>
        <Button onClick={onClose}>{t(checked?.imported ? 'ui.close' : 'ui.cancel')}</Button>
        {checked?.imported && (
          <Button
            variant="main"
            icon={<Download size={16} aria-hidden="true" />}
            onClick={() => saveText(codesCsv(checked.rows), 'text/csv', 'invitation-codes.csv')}
          >
            {t('staff.import.codes')}
          </Button>
        )}
        {isReady && (
          <Button
            variant="main"
            busy={send.isPending}
            busyLabel={t('staff.import.busy')}
            onClick={() => void submit(csv, false)}
          >
            {t('staff.import.submit', { count: checked.rows.length })}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function Rows({ rows, isImported }: { rows: ImportedInvitation[]; isImported: boolean }) {
  const t = useT();
  return (
    <div className="mt-4">
      <DataTable
        caption={t('staff.import.rows')}
        rows={rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'line', label: t('staff.import.line'), cell: ({ line }) => line },
          {
            key: 'name',
            label: t('staff.official'),
            title: true,
            cell: ({ name, email }) => (
              <>
                {name || '–'}
                <span className="block text-sm font-normal break-all text-muted">{email}</span>
              </>
            ),
          },
          {
            key: 'area',
            label: t('staff.import.area'),
            cell: ({ county, issues }) =>
              county || (issues.some(({ field }) => field === 'county') ? '–' : t('staff.import.national')),
          },
          {
            key: 'state',
            label: t(isImported ? 'staff.import.code' : 'staff.import.result'),
            text: true,
            cell: ({ code, issues }) =>
              code ? (
                <code className="break-all">{code}</code>
              ) : issues.length > 0 ? (
                <ul className="text-clay">
                  {issues.map(({ field, message }) => (
                    <li key={field}>
                      <b>{field}</b>: {message}
                    </li>
                  ))}
                </ul>
              ) : (
                <Badge tone="ok">{t('staff.import.correct')}</Badge>
              ),
          },
        ]}
      />
    </div>
  );
}

/** Spreadsheets execute cells that begin like a formula. */
const cellOf = (text: string) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

const codesCsv = (rows: ImportedInvitation[]) =>
  [['name', 'email', 'code'], ...rows.map(({ name, email, code }) => [name, email, code ?? ''])]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n');
