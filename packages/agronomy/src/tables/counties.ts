import { REGIONS, type Region } from '../codes.ts';
import table from '../reference/counties.json' with { type: 'json' };
import climate from '../reference/county-climate.json' with { type: 'json' };

type Row = (typeof table.counties)[number];

export interface County extends Omit<Row, 'region'> {
  region: Region;
  /** More than 1000 mm of rain per year: the wet emission factors apply (docs/score/README.md#53-climate). */
  wet: boolean;
  /** Reference evapotranspiration and effective rain per day, January to December. */
  evapotranspirationMmPerDay: number[];
  effectiveRainMmPerDay: number[];
  /** Rain and reference evapotranspiration per month, January to December. */
  rainMm: number[];
  et0Mm: number[];
}

const WET_ABOVE_MM = 1000;

/** The climate is a table of its own because it has another licence: see docs/data-sources.md. */
export const COUNTY_TABLE: readonly County[] = table.counties.map((row) => {
  const { rainAnnualMm, rainMm, et0Mm } = climateOf(row.name);
  return {
    ...row,
    region: regionOf(row.region),
    wet: rainAnnualMm > WET_ABOVE_MM,
    evapotranspirationMmPerDay: et0Mm.map(perDay),
    effectiveRainMmPerDay: rainMm.map(effectiveRainMm).map(perDay),
    rainMm,
    et0Mm,
  };
});

function climateOf(county: string) {
  const row = climate.counties.find(({ name }) => name === county);
  if (!row) throw new Error(`No climate of ${county} in the reference table`);
  return row;
}

/** Daily mean of a monthly value; February has 28 days, as in the climate data (docs/score/README.md#51-water). */
function perDay(mm: number, monthIndex: number): number {
  return mm / climate.monthDays[monthIndex]!;
}

/** USDA-SCS, the CROPWAT default. */
function effectiveRainMm(rainMm: number): number {
  return rainMm <= 250 ? (rainMm * (125 - 0.2 * rainMm)) / 125 : 125 + 0.1 * rainMm;
}

function regionOf(text: string): Region {
  const region = REGIONS.find((known) => known === text);
  if (!region) throw new Error(`Unknown region ${text} in the reference table`);
  return region;
}

export type CountyInfo = Pick<County, 'code' | 'name' | 'region' | 'headquarters' | 'lat' | 'lon'>;

export const COUNTIES: readonly CountyInfo[] = COUNTY_TABLE.map(
  ({ code, name, region, headquarters, lat, lon }) => ({ code, name, region, headquarters, lat, lon }),
);
