import { type ReactNode, type RefObject, useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { CountyField } from '../../ui/forms/county-field.tsx';
import { MoneyField, SelectField } from '../../ui/forms/field.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { OfficialField } from '../cases/official-field.tsx';
import { type FoundOfficial, useOfficials } from '../cases/queries.ts';
import { REGIONS, STATUSES } from '../subsidies/filters.ts';
import { useManagedSubsidies } from '../subsidies/queries.ts';
import type { CaseRow, ListFilters } from './queries.ts';

const ORDERS = ['oldest', 'newest', 'amount'] as const;
const AGES = ['5', '10', '14'] as const;
const PENDING_FILTERS = ['county', 'assignedTo', 'minAge', 'minAmount', 'maxAmount', 'meets'] as const;
const MAX_PROGRAMMES = 100;

export type ChangeFilters = (change: Partial<Record<keyof ListFilters, string | undefined>>) => void;

interface QueueFiltersProps {
  filters: ListFilters;
  onChange: ChangeFilters;
  /** Rows of the list, which name the programme and the official of the filters. */
  rows: readonly CaseRow[] | undefined;
  search: RefObject<HTMLElement | null>;
  /** Before the search field. */
  children: ReactNode;
}

export function QueueFilters({ filters, onChange, rows, search, children }: QueueFiltersProps) {
  const t = useT();
  const isNational = !useUser().post?.county;
  const [chosen, setChosen] = useState<FoundOfficial | null>(null);
  const official = useOfficialName(filters.assignedTo ?? undefined, rows, chosen);
  const programmes = useManagedSubsidies({ kind: 'programme' }, MAX_PROGRAMMES).data?.pages[0]?.rows ?? [];
  const programme = programmes.find(({ _id }) => _id === filters.programmeId);
  const set = (['status', 'programmeId', 'region', ...PENDING_FILTERS] as const).filter(
    (name) => filters[name],
  );
  const select = (name: keyof ListFilters) => ({
    value: String(filters[name] ?? ''),
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <search ref={search} className="queue-filters">
      {children}
      <SearchField
        className="min-w-48 flex-auto"
        label={t('queue.search')}
        labelHidden
        placeholder={t('queue.searchHint')}
        q={filters.q ?? undefined}
        onSearch={(q) => onChange({ q })}
      />
      {!filters.status && (
        <SelectField
          className="queue-sort"
          label={t('queue.sort')}
          labelHidden
          options={ORDERS.map((value) => ({ value, label: t(`queue.order.${value}`) }))}
          value={filters.sort ?? 'oldest'}
          onChange={(event) => onChange({ sort: event.target.value })}
        />
      )}
      <FoldedFilters always set={set.length}>
        <SelectField
          label={t('queue.status')}
          placeholder={t('subsidies.status.pending')}
          options={[
            ...STATUSES.filter((value) => value !== 'pending').map((value) => ({
              value: value as string,
              label: t(`subsidies.status.${value}`),
            })),
            { value: 'all', label: t('subsidies.manage.anyStatus') },
          ]}
          {...select('status')}
          onChange={(event) => {
            const hasDueDate = !event.target.value;
            onChange({
              status: event.target.value,
              ...(hasDueDate
                ? { region: undefined }
                : Object.fromEntries(
                    [...PENDING_FILTERS, 'view' as const, 'sort' as const].map((name) => [name, undefined]),
                  )),
            });
          }}
        />
        <SelectField
          label={t('queue.programme')}
          placeholder={t('queue.anyProgramme')}
          options={programmes.map(({ _id, name }) => ({ value: _id, label: name }))}
          {...select('programmeId')}
        />
        {filters.status ? (
          <SelectField
            label={t('subsidies.manage.region')}
            placeholder={t('subsidies.region.all')}
            options={REGIONS.map((value) => ({ value, label: t(`subsidies.region.${value}`) }))}
            {...select('region')}
          />
        ) : (
          <>
            {isNational && (
              <CountyField
                wanted
                label={t('queue.county')}
                placeholder={t('queue.anyCounty')}
                {...select('county')}
              />
            )}
            <OfficialField
              label={t('queue.holder')}
              placeholder={t('queue.anyOfficial')}
              name={official}
              none={t('queue.noOfficial')}
              onChosen={(next) => {
                setChosen(next);
                onChange({ assignedTo: next?._id });
              }}
            />
            <SelectField
              label={t('queue.minAge')}
              placeholder={t('queue.anyAge')}
              options={AGES.map((value) => ({ value, label: t('queue.ageFrom', { days: value }) }))}
              {...select('minAge')}
            />
            <SelectField
              label={t('queue.meets')}
              placeholder={t('queue.meetsAny')}
              options={[
                { value: 'yes', label: t('queue.meetsYes') },
                { value: 'no', label: t('queue.meetsNo') },
                { value: 'unchecked', label: t('queue.meetsUnchecked') },
              ]}
              {...select('meets')}
            />
            <MoneyField label={t('queue.minAmount')} {...select('minAmount')} />
            <MoneyField label={t('queue.maxAmount')} {...select('maxAmount')} />
          </>
        )}
      </FoldedFilters>
      {filters.programmeId && (
        <FilterTag
          name={t('subsidies.manage.ofProgramme', {
            name: programme?.name ?? rows?.[0]?.programmeName ?? '…',
          })}
          onRemove={() => onChange({ programmeId: undefined })}
        />
      )}
      {official && (
        <FilterTag
          name={t('queue.assignedTo', { name: official })}
          onRemove={() => onChange({ assignedTo: undefined })}
        />
      )}
    </search>
  );
}

/** Name of the official that the list is filtered by. A list without rows does not name the official of its address. */
function useOfficialName(
  id: string | undefined,
  rows: readonly CaseRow[] | undefined,
  chosen: FoundOfficial | null,
): string | undefined {
  const t = useT();
  const known = [rows?.[0]?.assignedTo, chosen].find((official) => official?._id === id);
  const isUnnamed = id !== undefined && !known && rows?.length === 0;
  const { data } = useOfficials(undefined, undefined, isUnnamed);
  if (id === undefined) return undefined;
  if (known) return known.name || t('subsidies.deletedAccount');
  return data ? (data.find(({ _id }) => _id === id)?.name ?? t('queue.oneOfficial')) : '…';
}
