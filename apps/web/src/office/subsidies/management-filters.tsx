import { useT } from '../../lib/text/i18n.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { type Filters, KINDS, REGIONS, type SetFilters, STATUSES } from './filters.ts';

interface ManagementFiltersProps {
  filters: Filters;
  onChange: SetFilters;
  programmeName?: string | null;
  /** Search and status only, without visible labels. */
  short?: boolean;
}

/** Selections apply immediately. */
export function ManagementFilters({ filters, onChange, programmeName, short }: ManagementFiltersProps) {
  const t = useT();
  const select = <Name extends 'status' | 'kind' | 'region'>(name: Name) => ({
    value: filters[name] ?? '',
    onChange: (event: { target: { value: string } }) =>
      onChange({ [name]: (event.target.value || undefined) as Filters[Name] }),
  });
  const status = (
    <SelectField
      label={t('subsidies.manage.status')}
      labelHidden={short}
      placeholder={t('subsidies.manage.anyStatus')}
      options={STATUSES.map((value) => ({ value, label: t(`subsidies.status.${value}`) }))}
      {...select('status')}
    />
  );
  return (
    <search
      className={
        short
          ? 'flex flex-auto flex-wrap gap-2 max-sm:hidden'
          : 'mb-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 lg:grid-cols-[2fr_1fr_1fr_1.4fr]'
      }
    >
      <SearchField
        className={short ? 'flex-auto' : 'max-lg:col-span-full'}
        label={t('subsidies.manage.search')}
        labelHidden={short}
        placeholder={t('subsidies.manage.searchHint')}
        q={filters.q}
        onSearch={(q) => onChange({ q })}
      />
      {short ? (
        status
      ) : (
        <FoldedFilters set={[filters.status, filters.region, filters.kind].filter(Boolean).length}>
          {status}
          <SelectField
            label={t('subsidies.manage.region')}
            placeholder={t('subsidies.region.all')}
            options={REGIONS.map((value) => ({ value, label: t(`subsidies.region.${value}`) }))}
            {...select('region')}
          />
          <SelectField
            className="max-lg:col-span-full"
            label={t('subsidies.manage.kind')}
            placeholder={t('subsidies.manage.anyKind')}
            options={KINDS.map((value) => ({ value, label: t(`subsidies.kind.${value}`) }))}
            {...select('kind')}
          />
        </FoldedFilters>
      )}
      {filters.programmeId && (
        <div className="col-span-full min-w-0">
          <FilterTag
            name={t('subsidies.manage.ofProgramme', { name: programmeName ?? '…' })}
            onRemove={() => onChange({ programmeId: undefined })}
          />
        </div>
      )}
    </search>
  );
}
