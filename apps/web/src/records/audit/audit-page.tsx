import type { AuditEntry } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditEntity } from '@ardhi/contract/audit-actions';
import { paths } from '@ardhi/contract/paths';
import { ChevronDown, Download, Stamp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { callFile } from '../../lib/http/api.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { canAudit, isAuditor } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DensityButton, useCompact } from '../../ui/charts/density.tsx';
import { DataTable } from '../../ui/charts/table.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { DateField } from '../../ui/forms/date-field.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import {
  actionText,
  actorText,
  Changes,
  entityText,
  fieldsBesideObject,
  maskedFarmerOf,
  ObjectLine,
} from './entry.tsx';
import type { AuditFilters } from './keys.ts';
import { useAudit } from './queries.ts';
import { ShowName } from './show-name.tsx';

const FILTERS = ['person', 'reference', 'entity', 'entityId', 'action', 'from', 'to'] as const;
const ENTITIES = Object.keys(AUDIT_ACTIONS) as AuditEntity[];

/** Audit log, for auditors and officials who manage accounts. The filters are stored in the URL. */
export default function AuditPage() {
  const t = useT();
  const user = useUser();
  const canRead = canAudit(user);
  const [filters, change] = useFilters<AuditFilters>(FILTERS);
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        low
        back={{ to: paths.dashboard }}
        title={t('audit.title')}
        lead={t('audit.lead')}
        actions={
          <>
            <DensityButton />
            <Seal />
            {canRead && <Export filters={filters} />}
          </>
        }
      />
      {canRead && <Search key={JSON.stringify(filters)} filters={filters} onSearch={change} />}
      <Panel className={cx(canRead && 'list-panel')} aria-label={t('audit.title')}>
        {canRead ? (
          <Found filters={filters} onPerson={(person) => change({ person })} />
        ) : (
          <Empty
            title={t('audit.notYours')}
            text={t('audit.notYoursText')}
            action={<ButtonLink to={paths.dashboard}>{t('ui.back')}</ButtonLink>}
          />
        )}
      </Panel>
    </div>
  );
}

function Export({ filters }: { filters: AuditFilters }) {
  const t = useT();
  const { busy, download } = useDownload<'csv'>('audit.exportFailed');
  const fetchFile = () => callFile('GET /government/audit.csv', { query: filters });
  return (
    <Button
      size="small"
      icon={<Download size={18} aria-hidden="true" />}
      busy={busy === 'csv'}
      busyLabel={t('audit.exporting')}
      onClick={() => void download('csv', fetchFile, 'audit.csv')}
    >
      {t('audit.export')}
    </Button>
  );
}

/** Downloads the seal of the audit log. Stored elsewhere, it reveals any later change to the log. */
function Seal() {
  const t = useT();
  const { busy, download } = useDownload<'seal'>('audit.sealFailed');
  return (
    <Button
      size="small"
      icon={<Stamp size={18} aria-hidden="true" />}
      busy={busy === 'seal'}
      busyLabel={t('ui.loading')}
      onClick={() => void download('seal', () => callFile('GET /government/audit/head'), 'seal.json')}
    >
      {t('audit.seal')}
    </Button>
  );
}

type Change = Partial<Record<keyof AuditFilters, string | undefined>>;

function Search({ filters, onSearch }: { filters: AuditFilters; onSearch: (change: Change) => void }) {
  const t = useT();
  const user = useUser();
  const [entity, setEntity] = useState<AuditEntity | ''>(filters.entity ?? '');
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const values = FILTERS.map((name) => [name, String(typed.get(name) ?? '').trim()]);
    // `entityId` has no form field: it comes from the URL and is dropped when the entity type changes.
    const linkedEntity = entity === filters.entity ? { entityId: filters.entityId ?? '' } : {};
    onSearch({ ...Object.fromEntries(values), ...linkedEntity });
  };
  const actions = entity ? AUDIT_ACTIONS[entity] : Object.values(AUDIT_ACTIONS).flat();
  const folded = FILTERS.filter((name) => name !== 'person' && name !== 'entityId');
  return (
    <search>
      <form onSubmit={search} className="mb-2 flex flex-wrap gap-x-3 gap-y-2">
        <TextField
          className="flex-[1_1_16rem]"
          name="person"
          type="search"
          label={t('audit.person')}
          labelHidden
          placeholder={t(isAuditor(user) ? 'audit.fullNameHint' : 'audit.personHint')}
          defaultValue={filters.person ?? ''}
        />
        <Button type="submit" className="max-sm:flex-auto">
          {t('audit.search')}
        </Button>
        <FoldedFilters always set={folded.filter((name) => filters[name]).length}>
          <TextField
            name="reference"
            label={t('audit.field.reference')}
            defaultValue={filters.reference ?? ''}
          />
          <SelectField
            name="entity"
            label={t('audit.entity')}
            placeholder={t('audit.any')}
            options={ENTITIES.map((value) => ({ value, label: entityText(value, t) }))}
            value={entity}
            onChange={(event) => setEntity(event.target.value as AuditEntity | '')}
          />
          <SelectField
            name="action"
            label={t('audit.action')}
            placeholder={t('audit.any')}
            options={actions.map((value) => ({ value, label: actionText(value, t) }))}
            defaultValue={filters.action ?? ''}
          />
          <DateField name="from" label={t('audit.from')} defaultValue={filters.from ?? ''} />
          <DateField name="to" label={t('audit.to')} defaultValue={filters.to ?? ''} />
        </FoldedFilters>
      </form>
    </search>
  );
}

function Found({ filters, onPerson }: { filters: AuditFilters; onPerson: (id: string) => void }) {
  const t = useT();
  const format = useFormat();
  return (
    <PagedList query={useAudit(filters)} failed={t('audit.failed')}>
      {(rows) => (
        <DataTable
          list
          twoLines
          caption={t('audit.title')}
          loading={!rows}
          loadingRows={6}
          rows={rows}
          rowKey={(row) => row._id}
          empty={<Empty title={t('audit.none')} text={t('audit.noneText')} />}
          columns={[
            {
              key: 'action',
              share: 38,
              label: t('audit.action'),
              title: true,
              // Kiswahili actions are single long verbs, which must not break.
              cell: (row) => (
                <>
                  <span className="block min-w-36">{actionText(row.action, t)}</span>
                  <span className="block font-normal">
                    <ObjectLine entry={row} />
                  </span>
                </>
              ),
            },
            {
              key: 'actor',
              share: 24,
              label: t('audit.person'),
              cell: (row) => {
                const { actor } = row;
                const maskedFarmer = maskedFarmerOf(row);
                return (
                  <>
                    {actor ? (
                      <button type="button" className="link text-left" onClick={() => onPerson(actor._id)}>
                        {actorText(row, t)}
                      </button>
                    ) : (
                      actorText(row, t)
                    )}
                    <span className="block text-muted">{format.dateTime(row.at)}</span>
                    {maskedFarmer && <ShowName personId={maskedFarmer} />}
                  </>
                );
              },
            },
            {
              key: 'changes',
              share: 38,
              label: t('audit.changes'),
              text: true,
              cell: (row) => <FoldedChanges entry={row} />,
            },
          ]}
        />
      )}
    </PagedList>
  );
}

/** More changes do not fit a low row. */
const MAX_FITTING_CHANGES = 2;

function FoldedChanges({ entry }: { entry: AuditEntry }) {
  const t = useT();
  const isCompact = useCompact();
  const [isOpen, setIsOpen] = useState(false);
  const fields = fieldsBesideObject(entry);
  return (
    <>
      {isCompact && fields.length > MAX_FITTING_CHANGES && (
        <button
          type="button"
          className="float-right min-h-6 min-w-6 text-muted hover:text-ink max-lg:hidden"
          aria-expanded={isOpen}
          aria-label={t('audit.allChanges')}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={cx('mx-auto transition-transform', isOpen && 'rotate-180')}
          />
        </button>
      )}
      <Changes entry={entry} fields={fields} />
    </>
  );
}
