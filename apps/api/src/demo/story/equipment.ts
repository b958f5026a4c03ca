/** Equipment with its hours of use and its maintenance. */
import { DAY_MS } from '@ardhi/contract/dates';
import { toCents } from '../../lib/text/money.ts';
import { type Day, dateOf, dayAt, isoOf, someMoment } from '../calendar.ts';
import { type DemoFarmer, farmSizeOf } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import type { DemoContext } from './context.ts';

type Item = readonly [
  name: string,
  type: string,
  manufacturer: string,
  model: string,
  priceKes: number,
  /** 0 where hours are not counted. */
  monthlyHours: number,
  serviceHours: number,
  /** Only on farms at least this large. */
  minAcres: number,
];

const items: readonly Item[] = [
  ['Knapsack sprayer', 'Sprayer', 'Solo', '425', 6_000, 0, 0, 0],
  ['Water pump', 'Pump', 'Honda', 'WB20XT', 32_000, 18, 100, 0],
  ['Water pump', 'Pump', 'Davis & Shirtliff', 'DAYLIFF 2"', 28_000, 18, 100, 0],
  ['Solar pump', 'Pump', 'Futurepump', 'SF2', 100_000, 40, 1000, 0],
  ['Walking tractor', 'Tractor', 'Kubota', 'RK80', 215_000, 16, 150, 3],
  ['Tractor', 'Tractor', 'Massey Ferguson', '375', 2_300_000, 45, 250, 15],
  ['Tractor', 'Tractor', 'New Holland', 'TT75', 2_600_000, 45, 250, 15],
  ['Maize sheller', 'Processing', 'Ndume', 'MS-2', 65_000, 6, 80, 2],
  ['Chaff cutter', 'Processing', 'Brazafric', 'CC-3', 40_000, 16, 120, 0],
  ['Ox plough', 'Implement', 'Ndume', 'Victory', 13_000, 0, 0, 0],
  ['Disc plough', 'Implement', 'Baldan', '3 discs', 250_000, 0, 0, 15],
  ['Milking machine', 'Dairy', 'DeLaval', 'MMU11', 130_000, 50, 500, 2],
  ['Generator', 'Power', 'Yamaha', 'EF2600', 62_000, 12, 100, 0],
];

type State = 'active' | 'maintenance' | 'retired';
/** When the next service is due. */
type ServiceState = 'overdue' | 'soon' | 'later' | 'none';

const heroItems: [name: string, state: State, service: ServiceState][] = [
  ['Tractor', 'active', 'overdue'],
  ['Water pump', 'active', 'soon'],
  ['Maize sheller', 'maintenance', 'later'],
  ['Chaff cutter', 'active', 'later'],
  ['Knapsack sprayer', 'active', 'none'],
  ['Generator', 'retired', 'none'],
];

export function addEquipment(demo: DemoContext): void {
  const random = demo.random.fork('equipment');
  for (const [name, state, service] of heroItems) {
    const item = items.find(([itemName]) => itemName === name)!;
    addItem(demo, random.fork(name), demo.hero, item, state, service);
  }
  for (const farmer of demo.farmers) {
    const chance = random.fork(farmer.id);
    if (!chance.chance(0.4)) continue;
    const acres = farmSizeOf(farmer);
    const fitting = items.filter((item) => acres >= item[7]);
    for (const item of chance.shuffled(fitting).slice(0, chance.whole(1, 3))) {
      const state = chance.weighted<State>({ active: 78, maintenance: 13, retired: 9 });
      const service = chance.weighted<ServiceState>({ overdue: 15, soon: 15, later: 45, none: 25 });
      addItem(demo, chance, farmer, item, state, service);
    }
  }
}

function addItem(
  { loader, asOf }: DemoContext,
  random: Random,
  farmer: DemoFarmer,
  item: Item,
  status: State,
  service: ServiceState,
): void {
  const [name, type, manufacturer, model, priceKes, monthlyHours, serviceHours] = item;
  const soon = farmer.registeredAt + random.between(0.02, 20) * DAY_MS;
  const createdAt = Math.min(soon, someMoment(random, asOf - 2));
  const createdOn = dayAt(createdAt);
  const id = random.id(createdAt);
  const startingHours = monthlyHours && random.chance(0.6) ? random.whole(20, 900) : 0;
  const uses = monthlyHours ? usesOf(random, monthlyHours, createdOn, asOf, status) : [];
  const price = Math.round((priceKes * random.between(0.7, 1.3)) / 500) * 500;
  loader.add('equipment', {
    id,
    owner_id: farmer.id,
    name,
    type,
    manufacturer,
    model,
    purchase_date: random.chance(0.85) ? dateOf(createdOn - random.whole(10, 2200)) : null,
    purchase_price_cents: random.chance(0.8) ? toCents(price) : null,
    status,
    starting_hours: startingHours,
    service_interval_hours: serviceHours || null,
    usage_hours: uses.reduce((sum, { hours }) => sum + hours, startingHours),
    created_at: isoOf(createdAt),
  });
  const audit = { actorId: farmer.id, entity: 'equipment', entityId: id };
  loader.audit({ ...audit, at: createdAt, action: 'equipment.create', after: { name, type, status } });
  for (const { on, hours } of uses) {
    const at = someMoment(random, on);
    const [recordId, date] = [random.id(at), dateOf(on)];
    loader.add('equipment_usage', { id: recordId, equipment_id: id, date, hours, created_at: isoOf(at) });
    loader.audit({ ...audit, at, action: 'usage.create', after: { recordId, date, hours } });
  }
  const repairOn = Math.max(createdOn, asOf - random.whole(6, 300));
  if (status === 'maintenance' || random.chance(0.4))
    maintain(repairOn, 'repair', 'Worn parts replaced', null);
  if (!serviceHours || service === 'none') return;
  const days = { overdue: -random.whole(2, 25), soon: random.whole(3, 13), later: random.whole(30, 160) };
  const nextOn = asOf + days[service];
  const serviceOn = Math.max(createdOn, Math.min(nextOn - 180, asOf - 5));
  maintain(serviceOn, 'service', 'Oil and filters changed', dateOf(Math.max(nextOn, serviceOn)));

  function maintain(on: Day, kind: string, description: string, nextDueDate: string | null): void {
    if (on >= asOf) return;
    const at = someMoment(random, on);
    const [recordId, date] = [random.id(at), dateOf(on)];
    const costCents = toCents(200 + Math.round((price * random.between(0.02, 0.06)) / 100) * 100);
    const fields = { date, kind, description, cost_cents: costCents, next_due_date: nextDueDate };
    loader.add('equipment_maintenance', { id: recordId, equipment_id: id, created_at: isoOf(at), ...fields });
    const after = { recordId, date, kind, description, costCents, nextDueDate };
    loader.audit({ ...audit, at, action: 'maintenance.create', after });
  }
}

/** Entered about twice a month; retired equipment was last used some months ago. */
function usesOf(random: Random, monthlyHours: number, createdOn: Day, asOf: Day, status: State) {
  const end = status === 'retired' ? asOf - random.whole(90, 250) : asOf;
  const uses: { on: Day; hours: number }[] = [];
  for (let on = Math.max(createdOn, asOf - 380) + random.whole(1, 12); on < end; on += random.whole(10, 24))
    uses.push({ on, hours: Math.round(monthlyHours * random.between(0.2, 0.8) * 4) / 4 });
  return uses;
}
