import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { FilterTag } from '../ui/filter-tag.tsx';
import { FoldedFilters } from '../ui/folded-filters.tsx';
import { type Filters, KINDS, REGIONS, type SetFilters, STATUSES } from './filters.ts';

const DEBOUNCE_MS = 300;

interface ManagementFiltersProps {
  filters: Filters;
  onChange: SetFilters;
  programmeName?: string | null;
}

/** A choice applies at once; typing is debounced. */
export function ManagementFilters({ filters, onChange, programmeName }: ManagementFiltersProps) {
  const t = useT();
  const [text, setText] = useSearchText(filters.q, onChange);

  const select = <Name extends 'status' | 'kind' | 'region'>(name: Name) => ({
    value: filters[name] ?? '',
    onChange: (event: { target: { value: string } }) =>
      onChange({ [name]: (event.target.value || undefined) as Filters[Name] }),
  });
  return (
    <search className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
      <TextField
        className="max-lg:col-span-full"
        type="search"
        label={t('subsidies.manage.search')}
        placeholder={t('subsidies.manage.searchHint')}
        maxLength={MAX_NAME_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FoldedFilters set={[filters.status, filters.region, filters.kind].filter(Boolean).length}>
        <SelectField
          label={t('subsidies.manage.status')}
          placeholder={t('subsidies.manage.anyStatus')}
          options={STATUSES.map((value) => ({ value, label: t(`subsidies.status.${value}`) }))}
          {...select('status')}
        />
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

/** The debounced search field. A search text that changed elsewhere (Back, a link) fills the field and is not sent again. */
function useSearchText(q: string | undefined, onChange: SetFilters) {
  const [text, setText] = useState(q ?? '');
  const applied = useRef(q);
  useEffect(() => {
    if (q === applied.current) return;
    applied.current = q;
    setText(q ?? '');
  }, [q]);
  useEffect(() => {
    const typed = text.trim() || undefined;
    if (typed === applied.current) return;
    const timer = setTimeout(() => {
      applied.current = typed;
      onChange({ q: typed });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);
  return [text, setText] as const;
}
