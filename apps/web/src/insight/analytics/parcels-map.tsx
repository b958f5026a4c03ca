import type { Api, QueryInput } from '@ardhi/contract';
import type { Bbox } from '@ardhi/geo';
import type { Map as MapLibre } from 'maplibre-gl';
import { useId, useMemo, useRef, useState } from 'react';
import { SOIL_LABELS, SOIL_TYPES } from '../../farm/land/parcel/soil.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { showArea } from '../../map/map-features.ts';
import { bboxOfCounty, findPlace, PLACES } from '../../map/places.ts';
import { Button } from '../../ui/controls/button.tsx';
import { FoldedFilters } from '../../ui/controls/folded-filters.tsx';
import { Checkbox } from '../../ui/forms/choice.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { COUNTY_NAMES } from './county-outlines.ts';
import { bandOptions } from './labels.ts';
import { Legend, useScoreShades } from './map-legend.tsx';
import { type Chosen, ParcelTiles, type VisibleParcels } from './parcel-tiles.tsx';
import { ParcelsTable } from './parcels-table.tsx';
import { useRegisteredParcels } from './queries.ts';
import { SelectedFeature } from './selected-feature.tsx';

type MapFilters = QueryInput<Api['GET /government/tiles/{z}/{x}/{y}']> & {
  county?: string;
  overlaps?: 'no';
  /** The map's viewport: longitude, latitude, zoom. */
  at?: string;
};
const FILTERS = ['soilType', 'band', 'county', 'overlaps', 'at'] as const;

/** Map of all parcels with a boundary, coloured by score; a button switches to a table. */
export default function ParcelsMap() {
  const t = useT();
  const [filters, change] = useFilters<MapFilters>(FILTERS);
  const [asTable, setAsTable] = useState(false);
  const { soilType, band, county, overlaps } = filters;
  return (
    <Panel
      title={t('analytics.parcelMap.title')}
      note={t('analytics.parcelMap.note')}
      actions={
        <Button variant="quiet" size="small" className="max-sm:-mx-3" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('analytics.map.asMap') : t('ui.showAsTable')}
        </Button>
      }
    >
      <search className="mb-4 grid items-end gap-3 sm:grid-cols-2 xl:grid-cols-4">
        <FoldedFilters set={[soilType, band, county, overlaps].filter(Boolean).length}>
          <SelectField
            label={t('analytics.soil')}
            placeholder={t('analytics.register.anySoil')}
            options={SOIL_TYPES.map((value) => ({ value, label: t(SOIL_LABELS[value]) }))}
            value={soilType ?? ''}
            onChange={(event) => change({ soilType: event.target.value || undefined })}
          />
          <SelectField
            label={t('analytics.band')}
            placeholder={t('analytics.register.anyScore')}
            options={bandOptions(t)}
            value={band ?? ''}
            onChange={(event) => change({ band: event.target.value || undefined })}
          />
          <SelectField
            label={t(asTable ? 'analytics.county' : 'analytics.parcelMap.goTo')}
            placeholder={t(asTable ? 'analytics.register.anyCounty' : 'analytics.parcelMap.country')}
            options={COUNTY_NAMES.map((value) => ({ value, label: value }))}
            value={county ?? ''}
            onChange={(event) => change({ county: event.target.value || undefined, at: undefined })}
          />
          {!asTable && (
            <Checkbox
              label={t('analytics.parcelMap.overlaps')}
              checked={overlaps !== 'no'}
              onChange={(event) => change({ overlaps: event.target.checked ? undefined : 'no' })}
            />
          )}
        </FoldedFilters>
      </search>
      {asTable ? (
        <FilteredTable filters={filters} />
      ) : (
        <FilteredMap filters={filters} onMove={(at) => change({ at })} />
      )}
    </Panel>
  );
}

function FilteredTable({ filters: { soilType, band, county } }: { filters: MapFilters }) {
  const t = useT();
  const parcels = useRegisteredParcels({ soilType, band, county });
  return (
    <PagedList query={parcels} failed={t('analytics.error.lands')}>
      {(rows) => <ParcelsTable rows={rows} />}
    </PagedList>
  );
}

const ZOOM_STEP = 3;

function FilteredMap({ filters, onMove }: { filters: MapFilters; onMove: (at: string) => void }) {
  const { soilType, band, county, overlaps, at } = filters;
  const t = useT();
  const scoreShades = useScoreShades();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [view, setView] = useState<VisibleParcels | null>(null);
  const [failed, setFailed] = useState(false);
  const mapRef = useRef<MapLibre>(null);
  const ownCounty = useUser().post?.county;
  const shownCounty = county ?? ownCounty ?? null;
  const bbox = useMemo(() => (shownCounty ? bboxOfCounty(shownCounty) : null), [shownCounty]);
  const search = new URLSearchParams({
    ...(soilType ? { soilType } : {}),
    ...(band ? { band } : {}),
  }).toString();
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="min-w-0">
        <PlaceSearch onFound={(found) => mapRef.current && showArea(mapRef.current, found, 600)} />
        <LazyMap
          className="h-[60dvh] min-h-80 lg:h-[calc(100dvh-15rem)] lg:min-h-[32rem]"
          label={t('analytics.parcelMap.label')}
          parcels={[]}
          bbox={bbox}
        >
          {(map, withImagery) => {
            mapRef.current = map;
            return (
              <ParcelTiles
                map={map}
                withImagery={withImagery}
                start={at}
                onMove={onMove}
                search={search}
                overlaps={overlaps !== 'no'}
                county={shownCounty}
                chosen={chosen}
                onChoose={setChosen}
                onView={setView}
                onFailure={setFailed}
              />
            );
          }}
        </LazyMap>
        {failed ? (
          <div role="alert" className="mt-2 flex flex-wrap items-center gap-3">
            <p className="text-clay">{t('analytics.parcelMap.failed')}</p>
            <Button size="small" onClick={() => mapRef.current?.refreshTiles('all-parcels')}>
              {t('ui.retry')}
            </Button>
          </div>
        ) : (
          <InViewLine view={view} />
        )}
      </div>
      <div className="space-y-4">
        <SelectedFeature
          chosen={chosen}
          onZoom={(center) =>
            mapRef.current?.flyTo({ center, zoom: Math.min(16, mapRef.current.getZoom() + ZOOM_STEP) })
          }
        />
        <Legend
          label={t('analytics.parcelMap.legend')}
          shades={[...scoreShades, ['fill-clay', t('analytics.parcelMap.overlaps')]]}
        />
        <p className="text-sm text-muted max-sm:hidden">{t('analytics.parcelMap.keys')}</p>
      </div>
    </div>
  );
}

/** Moves the map to a town or county, as soon as its name is complete or chosen from the list. */
function PlaceSearch({ onFound }: { onFound: (bbox: Bbox) => void }) {
  const t = useT();
  const listId = useId();
  return (
    <div className="mb-3 sm:max-w-72">
      <TextField
        label={t('analytics.parcelMap.place')}
        labelHidden
        placeholder={t('analytics.parcelMap.place')}
        type="search"
        list={listId}
        autoComplete="off"
        onChange={(event) => {
          const found = findPlace(event.target.value);
          if (found) onFound(found);
        }}
      />
      <datalist id={listId}>
        {PLACES.map(({ name, county }) => (
          <option key={`${county} ${name}`} value={name}>
            {county}
          </option>
        ))}
      </datalist>
    </div>
  );
}

function InViewLine({ view }: { view: VisibleParcels | null }) {
  const t = useT();
  if (!view) return <p className="mt-2 min-h-6" role="status" />;
  return (
    <p className="num mt-2 min-h-6 text-sm text-muted" role="status">
      {view.count === 0 && t('analytics.parcelMap.nothing')}
      {view.count > 0 &&
        t(view.drawn ? 'analytics.parcelMap.drawn' : 'analytics.parcelMap.counted', { count: view.count })}
      {view.crowded && ` ${t('analytics.parcelMap.crowded')}`}
    </p>
  );
}
