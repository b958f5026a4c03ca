import { paths } from '@ardhi/contract/paths';
import { SOIL_LABELS, SOIL_TYPES } from '../../farm/land/parcel/soil.ts';
import { callFile } from '../../lib/http/api.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { DensityButton } from '../../ui/charts/density.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import type { ParcelFilters } from './filters.ts';
import { bandOptions } from './labels.ts';
import { ParcelsTable } from './parcels-table.tsx';
import { useRegisteredParcels } from './queries.ts';
import { RegisterExport, RegisterFilters } from './register-parts.tsx';

const FILTERS = [
  'q',
  'region',
  'county',
  'soilType',
  'band',
  'farmerId',
  'compared',
  'unplaced',
  'work',
  'sort',
] as const;
const ORDERS = ['newest', 'oldest', 'name', 'largest'] as const;

export default function ParcelsPage() {
  const t = useT();
  const [filters, change] = useFilters<ParcelFilters>(FILTERS);
  const parcels = useRegisteredParcels(filters);
  const farmer = filters.farmerId && parcels.data?.pages[0]?.rows[0]?.farmer.name;
  return (
    <div className="wrap pt-4 pb-9 lg:pt-2">
      <PageHeader
        low
        back={{ to: paths.analytics, label: t('analytics.back') }}
        title={t('analytics.register.lands')}
        lead={t('analytics.register.landsLead')}
        actions={
          <>
            <DensityButton />
            <RegisterExport
              fetchFile={() => callFile('GET /government/lands.csv', { query: { ...filters } })}
              name="land-parcels.csv"
            />
            <RegisterExport
              fetchFile={() => callFile('GET /government/lands.geojson', { query: { ...filters } })}
              name="land-parcels.geojson"
              label={t('analytics.register.exportGeojson')}
            />
          </>
        }
      />
      <RegisterFilters
        filters={filters}
        onChange={change}
        searchLabel={t('analytics.register.searchLands')}
        orders={ORDERS}
      >
        <SelectField
          label={t('analytics.soil')}
          placeholder={t('analytics.register.anySoil')}
          options={SOIL_TYPES.map((value) => ({ value, label: t(SOIL_LABELS[value]) }))}
          value={filters.soilType ?? ''}
          onChange={(event) => change({ soilType: event.target.value || undefined })}
        />
        <SelectField
          label={t('analytics.band')}
          placeholder={t('analytics.register.anyScore')}
          options={bandOptions(t)}
          value={filters.band ?? ''}
          onChange={(event) => change({ band: event.target.value || undefined })}
        />
        <SelectField
          label={t('analytics.work.title')}
          placeholder={t('analytics.register.anyWork')}
          options={[
            { value: 'no-harvest', label: t('analytics.map.noHarvest') },
            { value: 'overlaps', label: t('analytics.map.overlaps') },
          ]}
          value={filters.work ?? ''}
          onChange={(event) => change({ work: event.target.value || undefined })}
        />
        <div className="col-span-full flex flex-wrap gap-2 empty:hidden">
          {filters.farmerId && (
            <FilterTag
              name={t('analytics.register.ofFarmer', { name: farmer || '…' })}
              onRemove={() => change({ farmerId: undefined })}
            />
          )}
          {filters.compared && (
            <FilterTag
              name={t(
                filters.compared === 'yes' ? 'analytics.register.compared' : 'analytics.register.notCompared',
              )}
              onRemove={() => change({ compared: undefined })}
            />
          )}
          {filters.unplaced && (
            <FilterTag
              name={t('analytics.register.unplaced')}
              onRemove={() => change({ unplaced: undefined })}
            />
          )}
        </div>
      </RegisterFilters>
      <Panel className="list-panel" aria-label={t('analytics.register.lands')}>
        <PagedList query={parcels} failed={t('analytics.error.lands')}>
          {(rows) => <ParcelsTable rows={rows} />}
        </PagedList>
      </Panel>
    </div>
  );
}
