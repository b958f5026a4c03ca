/** Equipment with their hours and what was done to them. */
import { DAY_MS } from '@ardhi/contract/dates';
import { toCents } from '../../lib/text/money.ts';
import { type Day, dateOf, dayAt, isoOf, someMoment } from '../calendar.ts';
import type { Country } from '../country.ts';
import { type DemoFarmer, farmSizeOf } from '../people/farmer.ts';
import type { Random } from '../random.ts';
import { type EquipmentItem, equipmentItems } from './equipment-items.ts';

export function addEquipment(country: Country): void {
  const random = country.random.fork('equipment');
  addHeroEquipment(country, random.fork('hero'));
  for (const farmer of country.farmers) {
    const chance = random.fork(farmer.id);
    if (!chance.chance(0.4)) continue;
    const acres = farmSizeOf(farmer);
    const fitting = equipmentItems.filter(({ fromAcres }) => acres >= (fromAcres ?? 0));
    for (const item of chance.shuffled(fitting).slice(0, chance.whole(1, 3)))
      addItem(country, chance, { farmer, item, state: someState(chance) });
  }
}

type State = 'active' | 'maintenance' | 'retired';
/** Whether its service is long past, near, or far off. */
type ServiceState = 'due' | 'soon' | 'later' | null;

interface Owned {
  farmer: DemoFarmer;
  item: EquipmentItem;
  state: State;
  service?: ServiceState;
}

const someState = (random: Random): State => random.weighted({ active: 78, maintenance: 13, retired: 9 });

function addHeroEquipment(country: Country, random: Random): void {
  const owned: [name: string, state: State, service: ServiceState][] = [
    ['Tractor', 'active', 'due'],
    ['Water pump', 'active', 'soon'],
    ['Maize sheller', 'maintenance', 'later'],
    ['Chaff cutter', 'active', 'later'],
    ['Knapsack sprayer', 'active', null],
    ['Generator', 'retired', null],
  ];
  for (const [name, state, service] of owned)
    addItem(country, random.fork(name), {
      farmer: country.hero,
      item: equipmentItems.find((item) => item.name === name)!,
      state,
      service,
    });
}

function addItem({ loader, asOf }: Country, random: Random, { farmer, item, state, service }: Owned): void {
  const createdAt = Math.min(
    farmer.registeredAt + random.between(0.02, 20) * DAY_MS,
    someMoment(random, asOf - 2),
  );
  const createdOn = dayAt(createdAt);
  const id = random.id(createdAt);
  const [manufacturer, model] = random.pick(item.makes);
  const startingHours = item.monthlyHours && random.chance(0.6) ? random.whole(20, 900) : 0;
  const usage = item.monthlyHours ? usageOf(random, item.monthlyHours, { createdOn, asOf, state }) : [];
  const fields = {
    name: item.name,
    type: item.type,
    manufacturer,
    model,
    purchase_date: random.chance(0.85) ? dateOf(createdOn - random.whole(10, 2200)) : null,
    purchase_price_cents: random.chance(0.8)
      ? toCents(Math.round(random.between(...item.priceKes) / 500) * 500)
      : null,
    status: state,
    starting_hours: startingHours,
    service_interval_hours: item.serviceHours,
  };
  const used = usage.reduce((sum, { hours }) => sum + hours, 0);
  loader.add('equipment', {
    id,
    owner_id: farmer.id,
    ...fields,
    usage_hours: startingHours + used,
    created_at: isoOf(createdAt),
  });
  const entry = { actorId: farmer.id, entity: 'equipment', entityId: id };
  loader.audit({
    ...entry,
    at: isoOf(createdAt),
    action: 'equipment.create',
    after: { name: fields.name, type: fields.type, status: state },
  });

  for (const { on, hours } of usage) {
    const at = someMoment(random, on);
    const recordId = random.id(at);
    const date = dateOf(on);
    loader.add('equipment_usage', { id: recordId, equipment_id: id, date, hours, created_at: isoOf(at) });
    loader.audit({ ...entry, at: isoOf(at), action: 'usage.create', after: { recordId, date, hours } });
  }
  for (const record of maintenanceOf(random, item, { createdOn, asOf, state, service })) {
    const at = someMoment(random, record.on);
    const recordId = random.id(at);
    const [date, nextDueDate] = [dateOf(record.on), record.nextOn === null ? null : dateOf(record.nextOn)];
    const { kind, description, costKes } = record;
    const values = { date, kind, description, cost_cents: toCents(costKes), next_due_date: nextDueDate };
    loader.add('equipment_maintenance', { id: recordId, equipment_id: id, ...values, created_at: isoOf(at) });
    loader.audit({
      ...entry,
      at: isoOf(at),
      action: 'maintenance.create',
      after: { recordId, date, kind, description, costCents: values.cost_cents, nextDueDate },
    });
  }
}

interface Life {
  createdOn: Day;
  asOf: Day;
  state: State;
  service?: ServiceState;
}

/** Entered about twice a month; whoever gave a machine up stopped a while ago. */
function usageOf(random: Random, [low, high]: readonly [number, number], { createdOn, asOf, state }: Life) {
  const end = state === 'retired' ? asOf - random.whole(90, 250) : asOf;
  const uses: { on: Day; hours: number }[] = [];
  for (let on = Math.max(createdOn, asOf - 380) + random.whole(1, 12); on < end; on += random.whole(10, 24))
    uses.push({ on, hours: Math.round(random.between(low / 2, high / 2) * 4) / 4 });
  return uses;
}

interface Maintenance {
  on: Day;
  kind: string;
  description: string;
  costKes: number;
  nextOn: Day | null;
}

function maintenanceOf(
  random: Random,
  item: EquipmentItem,
  { createdOn, asOf, state, service }: Life,
): Maintenance[] {
  const records: Maintenance[] = [];
  const price = item.priceKes[0];
  const cost = (share: number) =>
    Math.max(200, Math.round((price * share * random.between(0.6, 1.5)) / 100) * 100);
  if (item.serviceHours !== null && (service || random.chance(0.75))) {
    const wish = service ?? random.weighted<'due' | 'soon' | 'later'>({ due: 2, soon: 2, later: 6 });
    const nextOn =
      asOf + { due: -random.whole(2, 25), soon: random.whole(3, 13), later: random.whole(30, 160) }[wish];
    const on = Math.max(createdOn, Math.min(nextOn - 180, asOf - 5));
    if (on < asOf)
      records.push({
        on,
        kind: 'service',
        description: 'Oil and filters changed, checked for leaks',
        costKes: cost(0.03),
        nextOn: nextOn >= on ? nextOn : null,
      });
  }
  const repairOn = Math.max(createdOn, asOf - random.whole(6, 300));
  if (repairOn < asOf && (state === 'maintenance' || random.chance(0.4)))
    records.push({
      on: repairOn,
      kind: 'repair',
      description: random.pick(item.repairs),
      costKes: cost(0.05),
      nextOn: null,
    });
  return records;
}
