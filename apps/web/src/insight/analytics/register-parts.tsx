import type { RegisterOrder } from '@ardhi/contract';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { callFile } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { COUNTY_NAMES } from './county-outlines.ts';
import { REGION_FILTERS } from './view.ts';

interface PlaceFilters {
  q?: string | null;
  region?: string | null;
  county?: string | null;
  sort?: RegisterOrder | null;
}

/** Sorting does not narrow the list, and the search has its own field. */
const isNarrowing = ([name, value]: [string, unknown]) => name !== 'q' && name !== 'sort' && Boolean(value);

/** Filters common to both registers: search text, region, county and order. */
export function RegisterFilters({
  filters,
  onChange,
  searchLabel,
  orders,
  children,
}: {
  filters: PlaceFilters;
  onChange: (change: { q?: string; region?: string; county?: string; sort?: string }) => void;
  searchLabel: string;
  orders: readonly RegisterOrder[];
  children?: ReactNode;
}) {
  const t = useT();
  return (
    <search className="mb-2 flex flex-wrap gap-x-3 gap-y-2">
      <SearchField
        className="flex-[1_1_16rem]"
        label={searchLabel}
        labelHidden
        placeholder={searchLabel}
        q={filters.q ?? undefined}
        onSearch={(q) => onChange({ q })}
      />
      <SelectField
        className="max-sm:w-full"
        label={t('analytics.register.sort')}
        labelHidden
        options={orders.map((value) => ({ value, label: t(`analytics.register.sort.${value}`) }))}
        value={filters.sort ?? 'newest'}
        onChange={(event) =>
          onChange({ sort: event.target.value === 'newest' ? undefined : event.target.value })
        }
      />
      <FoldedFilters always set={Object.entries(filters).filter(isNarrowing).length}>
        <SelectField
          label={t('analytics.regionLabel')}
          options={REGION_FILTERS.map((value) => ({ value, label: t(`analytics.region.${value}`) }))}
          value={filters.region ?? 'all'}
          onChange={(event) =>
            onChange({ region: event.target.value === 'all' ? undefined : event.target.value })
          }
        />
        <SelectField
          label={t('analytics.county')}
          placeholder={t('analytics.register.anyCounty')}
          options={COUNTY_NAMES.map((value) => ({ value, label: value }))}
          value={filters.county ?? ''}
          onChange={(event) => onChange({ county: event.target.value || undefined })}
        />
        {children}
      </FoldedFilters>
    </search>
  );
}

/** Exports the filtered rows as a file. */
export function RegisterExport({
  fetchFile,
  name,
  label,
}: {
  fetchFile: () => ReturnType<typeof callFile>;
  name: string;
  /** By default that of a CSV file. */
  label?: string;
}) {
  const t = useT();
  const { busy, download } = useDownload<'csv'>('analytics.error.exportRegister');
  return (
    <Button
      size="small"
      icon={<Download size={18} aria-hidden="true" />}
      busy={busy !== null}
      busyLabel={t('analytics.exporting')}
      onClick={() => void download('csv', fetchFile, name)}
    >
      {label ?? t('analytics.register.export')}
    </Button>
  );
}
