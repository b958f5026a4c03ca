/** Tables of docs/score, from the code and the reference tables: text between `table: NAME` and `/table` comments. */
import { readFileSync } from 'node:fs';
import swahiliTexts from '../../packages/agronomy/locales/sw/score.json' with { type: 'json' };
import { n2oFactors } from '../../packages/agronomy/src/components/climate.ts';
import * as curves from '../../packages/agronomy/src/components/curves.ts';
import { ENGINE_VERSION, TABLES_VERSION, WEIGHTS } from '../../packages/agronomy/src/index.ts';
import {
  ACTION_BOUNDS,
  type Bound,
  EVIDENCE_BOUNDS,
  GAIN_BOUND,
  SEASON_BOUNDS,
} from '../../packages/agronomy/src/plausible-bounds.ts';
import counties from '../../packages/agronomy/src/reference/counties.json' with { type: 'json' };
import climate from '../../packages/agronomy/src/reference/county-climate.json' with { type: 'json' };
import crops from '../../packages/agronomy/src/reference/crops.json' with { type: 'json' };
import fertilizers from '../../packages/agronomy/src/reference/fertilizers.json' with { type: 'json' };
import pesticides from '../../packages/agronomy/src/reference/pesticides.json' with { type: 'json' };
import soils from '../../packages/agronomy/src/reference/soils.json' with { type: 'json' };

type Cell = string | number;

function markdownTable(header: Cell[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const kiswahili: Record<string, string> = swahiliTexts;

const MONTHS = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];
const MARKS: Record<string, string> = { approx: '~', unchecked: '°' };
const marked = (value: Cell, quality = '') => `${value}${MARKS[quality] ?? ''}`;

function curveTable(name: string): string {
  const curve = (curves as Record<string, unknown>)[name] as curves.Curve | undefined;
  if (!curve) throw new Error(`No curve ${name} in curves.ts`);
  return markdownTable(
    ['x', 'Value'],
    curve.map(([x, y]) => [x, y]),
  );
}

function n2oTable(): string {
  const { wet, dry } = fertilizers.n2o;
  const row = (label: string, leached: number, isWet: boolean, isIrrigated: boolean): Cell[] => {
    const { EF1syn, EF1org, EF4, EF5 } = isWet ? wet : dry;
    const { mineral, organic } = n2oFactors(isWet, isIrrigated);
    return [label, EF1syn, EF1org, EF4, EF5, leached, mineral.toFixed(3), organic.toFixed(3)];
  };
  return markdownTable(
    [
      'Climate',
      'EF1 mineral',
      'EF1 organic',
      'EF4',
      'EF5',
      'leached share',
      'kg CO2e/kg N mineral',
      'organic',
    ],
    [
      row('wet', wet.fracLEACH, true, false),
      row('dry, no water records in B', dry.fracLEACH, false, false),
      row('dry, irrigated in B', dry.fracLEACHirrigated, false, true),
    ],
  );
}

function boundsTable(): string {
  const rows = (kind: string, bounds: Record<string, Bound>): Cell[][] =>
    Object.entries(bounds).map(([name, { min, max, unit, reason }]) => [
      `${kind} ${name}`,
      min,
      Number.isFinite(max) ? max : 'none',
      unit,
      reason,
    ]);
  return markdownTable(
    ['Figure', 'From', 'To', 'Unit', 'Reason'],
    [
      ...rows('score:', EVIDENCE_BOUNDS),
      ...rows('advice:', { gainPoints: GAIN_BOUND }),
      ...Object.entries(ACTION_BOUNDS).flatMap(([key, bounds]) => rows(`advice: ${key}`, bounds)),
      ...rows('season:', SEASON_BOUNDS),
    ],
  );
}

const SOURCES: Record<string, { sources: Record<string, string> }> = {
  crops,
  fertilizers: { sources: { ...fertilizers.sources, n2o: fertilizers.n2o.source } },
  soils,
  pesticides,
  counties,
  'county-climate': climate,
};

const TABLES: Record<string, (argument: string) => string> = {
  versions: () => markdownTable(['Engine', 'Tables'], [[ENGINE_VERSION, TABLES_VERSION]]),
  weights: () => markdownTable(['Component', 'Weight'], Object.entries(WEIGHTS)),
  'components sw': () =>
    markdownTable(
      ['Sehemu', 'Uzito', 'Hupima nini'],
      Object.entries(WEIGHTS).map(([key, weight]) => [
        kiswahili[`score.component.${key}`]!,
        weight,
        kiswahili[`score.measures.${key}`]!,
      ]),
    ),
  curve: curveTable,
  n2o: n2oTable,
  bounds: boundsTable,
  sources: (file) => markdownTable(['Figures', 'Source'], Object.entries(SOURCES[file]?.sources ?? {})),
  crops: () =>
    markdownTable(
      ['Crop', 'Names', 'Harvest form', 'Family', 'Soil group', 'Flags'],
      crops.crops.map((crop) => [
        crop.name,
        crop.aliases.join(', '),
        crop.harvestForm,
        crop.family,
        crop.group,
        [
          crop.legume && `legume, fixes ${crop.ndfa}`,
          crop.perennial && 'perennial',
          crop.yieldBasis === 'per_year' && 'yield per year',
          crop.extraNetWaterMm > 0 && `${crop.extraNetWaterMm} mm for paddy`,
        ]
          .filter(Boolean)
          .join(', '),
      ]),
    ),
  'crop needs': () =>
    markdownTable(
      [
        'Crop',
        'Days',
        'Kc ini/mid/end',
        'Kc season',
        'Root m',
        'p',
        'N/P/K kg per t',
        'Yield t/ha',
        'WP kg/m3',
      ],
      crops.crops.map((crop) => {
        const { kc, removal, refYield, waterProductivity } = crop.quality;
        const { N, P, K } = crop.removalKgPerT;
        return [
          crop.name,
          crop.seasonDays,
          marked([crop.kcIni, crop.kcMid, crop.kcEnd].join('/'), kc),
          crop.kcSeason,
          crop.rootDepthM,
          crop.depletionP,
          marked([N, P, K].join('/'), removal),
          marked(crop.refYieldTPerHa, refYield),
          marked(crop.waterProductivityKgPerM3, waterProductivity),
        ];
      }),
    ),
  fertilizers: () =>
    markdownTable(
      ['Product', 'Names', 'Kind', 'N-P2O5-K2O %', 'Manufacture kg CO2e/kg', 'Field CO2 kg/kg'],
      fertilizers.fertilizers.map((row) => [
        row.name,
        row.aliases.join(', '),
        row.kind,
        [row.nPct, row.p2o5Pct, row.k2oPct].join('-'),
        row.manufactureKgCO2ePerKg,
        row.onFieldKgCO2PerKg,
      ]),
    ),
  soils: () =>
    markdownTable(
      ['Soil', 'Names', 'Available water mm/m', 'Infiltration mm/h', 'Ea', 'Source of available water'],
      Object.entries(soils.soils).map(([key, soil]) => [
        key,
        soil.sw.join(', '),
        soil.awcMmPerM,
        soil.infiltrationMmPerH,
        soil.applicationEfficiency,
        soil.q,
      ]),
    ),
  suitability: () => {
    const keys = Object.keys(soils.soils);
    return markdownTable(
      ['Group', ...keys],
      Object.entries(soils.suitability).map(([group, values]) => [
        group,
        ...keys.map((key) => (values as Record<string, number>)[key]!),
      ]),
    );
  },
  pesticides: () =>
    markdownTable(
      ['Active or product', 'Names', 'EIQ', 'Active fraction', 'WHO class'],
      pesticides.pesticides.map((row) => [
        row.key,
        row.aliases.join(', '),
        row.eiqPerKgAi,
        row.aiFraction,
        row.whoClass ?? '',
      ]),
    ),
  counties: () =>
    markdownTable(
      ['No.', 'County', 'Headquarters', 'Lat', 'Lon', 'Region', 'Rain mm/year', 'ET0 mm/year', 'Class'],
      counties.counties.map(({ code, name, headquarters, lat, lon, region }) => {
        const row = climate.counties.find((county) => county.code === code)!;
        return [code, name, headquarters, lat, lon, region, row.rainAnnualMm, row.et0AnnualMm, row.climate];
      }),
    ),
  rain: () =>
    markdownTable(
      ['County', ...MONTHS],
      climate.counties.map(({ name, rainMm }) => [name, ...rainMm]),
    ),
  et0: () =>
    markdownTable(
      ['County', ...MONTHS],
      climate.counties.map(({ name, et0Mm }) => [name, ...et0Mm]),
    ),
};

/** Longest names first, so that "crop needs" is not read as "crop" with an argument. */
const NAMES = Object.keys(TABLES).sort((a, b) => b.length - a.length);

function tableOf(marker: string): string {
  const name = NAMES.find((known) => marker === known || marker.startsWith(`${known} `));
  if (!name) throw new Error(`No table ${marker}; add it to scripts/lib/score-docs.ts`);
  return TABLES[name]!(marker.slice(name.length + 1));
}

const BLOCK = /<!-- table: (.+?) -->\n[\s\S]*?<!-- \/table -->/g;

export const fillTables = (text: string): string =>
  text.replace(
    BLOCK,
    (_, marker: string) => `<!-- table: ${marker} -->\n\n${tableOf(marker)}\n\n<!-- /table -->`,
  );

/** The documents with up-to-date tables, by path. */
export function scoreDocuments(): [path: string, text: string][] {
  return ['README', 'tables', 'muhtasari']
    .map((name) => `docs/score/${name}.md`)
    .map((path) => [path, fillTables(readFileSync(path, 'utf8'))]);
}
