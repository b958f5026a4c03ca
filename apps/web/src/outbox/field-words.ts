/** The fields of a row that two people changed: their names, and their values as the forms show them. */
import { type MessageKey, useFormat, useT } from '../lib/i18n.tsx';
import type { Entry } from './entry.ts';

type Names = Readonly<Record<string, MessageKey>>;

const LAND: Names = {
  name: 'land.name',
  size: 'land.size',
  'location.address': 'land.address',
  soilType: 'land.soilType',
  county: 'land.county',
  'declarations.irrigation': 'outbox.field.irrigation',
  'declarations.fertilizer': 'outbox.field.fertilizer',
  'declarations.pesticide': 'outbox.field.pesticide',
  geometry: 'outbox.field.boundary',
};
const CROP: Names = {
  name: 'land.crop.name',
  plantingDate: 'land.crop.plantingDate',
  harvestDate: 'land.crop.harvestDate',
  yield: 'outbox.field.yield',
  areaShare: 'land.crop.share',
};
const WATER: Names = { amount: 'land.water.amount', date: 'land.record.date' };
const FERTILIZER: Names = {
  type: 'land.fertilizer.type',
  amount: 'land.fertilizer.amount',
  date: 'land.record.date',
};
const PESTICIDE: Names = {
  product: 'land.pesticide.product',
  amount: 'land.pesticide.amount',
  unit: 'land.pesticide.measure',
  date: 'land.record.date',
};
const MACHINE: Names = {
  name: 'equipment.name',
  type: 'equipment.type',
  status: 'equipment.status',
  manufacturer: 'equipment.manufacturer',
  model: 'equipment.model',
  purchaseDate: 'equipment.purchaseDate',
  purchasePrice: 'equipment.purchasePrice',
  startingHours: 'equipment.startingHours',
  serviceIntervalHours: 'equipment.interval',
};
const MAINTENANCE: Names = {
  date: 'equipment.maintenance.date',
  kind: 'equipment.maintenance.kind',
  description: 'equipment.maintenance.description',
  cost: 'equipment.maintenance.cost',
  nextDueDate: 'equipment.maintenance.nextDue',
};
const APPLICATION: Names = {
  name: 'subsidies.name',
  description: 'subsidies.description',
  amount: 'subsidies.amount',
  programmeId: 'outbox.field.programme',
  parcelIds: 'outbox.field.parcels',
};

const DOMAINS: readonly (readonly [RegExp, Names])[] = [
  [/\/crops/, CROP],
  [/\/water/, WATER],
  [/\/fertilizer/, FERTILIZER],
  [/\/pesticides/, PESTICIDE],
  [/\/maintenance/, MAINTENANCE],
  [/ \/equipment/, MACHINE],
  [/ \/subsidies/, APPLICATION],
  [/ \/land/, LAND],
];

const CHOICES: Readonly<Record<string, MessageKey>> = {
  clay: 'land.soil.clay',
  sandy: 'land.soil.sandy',
  silty: 'land.soil.silty',
  peaty: 'land.soil.peaty',
  chalky: 'land.soil.chalky',
  loamy: 'land.soil.loamy',
  active: 'equipment.status.active',
  maintenance: 'equipment.status.maintenance',
  retired: 'equipment.status.retired',
  'rain-fed': 'land.declare.rainFedShort',
  none: 'land.declare.noFertilizerShort',
  recorded: 'outbox.value.recorded',
  unknown: 'outbox.value.unknown',
};
const WITH_CHOICES = /^(soilType|status|declarations\.\w+)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function useFieldWords() {
  const t = useT();
  const format = useFormat();
  const name = ({ call }: Entry, path: string): string => {
    const key = DOMAINS.find(([pattern]) => pattern.test(call))?.[1][path];
    return key ? t(key) : path;
  };
  const value = (path: string, given: unknown): string => {
    if (given === null || given === undefined || given === '') return t('outbox.value.none');
    if (path === 'geometry') return t('outbox.value.boundary');
    if (Array.isArray(given)) return t('outbox.value.parcels', { count: given.length });
    if (path === 'programmeId') return t('outbox.value.programme');
    if (typeof given === 'number') return format.number(given, 4);
    const text = String(given);
    if (DATE.test(text)) return format.date(text);
    const choice = WITH_CHOICES.test(path) ? CHOICES[text] : undefined;
    return choice ? t(choice) : text;
  };
  return { name, value };
}
