import { useT } from '../../lib/text/i18n.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { type Filters, type SetFilters, STATUSES } from './filters.ts';

interface ManagementFiltersProps {
  filters: Filters;
  onChange: SetFilters;
  /** Without visible labels, and not on phones. */
  short?: boolean;
}

/** Selections apply immediately. */
export function ManagementFilters({ filters, onChange, short }: ManagementFiltersProps) {
  const t = useT();
  return (
    <search
      className={
        short ? 'flex flex-auto flex-wrap gap-2 max-sm:hidden' : 'mb-4 grid gap-3 sm:grid-cols-[2fr_1fr]'
      }
    >
      <SearchField
        className={short ? 'flex-auto' : undefined}
        label={t('subsidies.manage.search')}
        labelHidden={short}
        placeholder={t('subsidies.manage.searchHint')}
        q={filters.q}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        label={t('subsidies.manage.status')}
        labelHidden={short}
        placeholder={t('subsidies.manage.anyStatus')}
        options={STATUSES.map((value) => ({ value, label: t(`subsidies.status.${value}`) }))}
        value={filters.status ?? ''}
        onChange={(event) => onChange({ status: (event.target.value || undefined) as Filters['status'] })}
      />
    </search>
  );
}
