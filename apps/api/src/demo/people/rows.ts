import { isoOf } from '../calendar.ts';
import { addParcel } from '../land/rows.ts';
import type { Loader } from '../loader.ts';
import { type DemoFarmer, farmSizeOf } from './farmer.ts';
import type { Official } from './officials.ts';

export function addFarmer(loader: Loader, farmer: DemoFarmer, passwordHash: string): void {
  addUser(loader, {
    id: farmer.id,
    email: farmer.email,
    name: farmer.name.full,
    role: 'farmer',
    phone_number: farmer.phone,
    location: `${farmer.town}, ${farmer.county}`,
    farm_size_acres: farmSizeOf(farmer),
    department: null,
    language: farmer.language,
    password_hash: passwordHash,
    created_at: isoOf(farmer.registeredAt),
  });
  for (const parcel of farmer.parcels) addParcel(loader, parcel);
}

export function addOfficial(loader: Loader, official: Official, passwordHash: string): void {
  addUser(loader, {
    id: official.id,
    email: official.email,
    name: official.name,
    role: 'government',
    phone_number: null,
    location: null,
    farm_size_acres: null,
    department: official.department,
    language: 'en',
    password_hash: passwordHash,
    created_at: isoOf(official.registeredAt),
  });
}

type User = Parameters<typeof Loader.prototype.add<'users'>>[1];

function addUser(loader: Loader, user: User & { created_at: string }): void {
  loader.add('users', user);
  loader.audit({
    at: user.created_at,
    actorId: user.id,
    action: 'user.register',
    entity: 'user',
    entityId: user.id,
    after: { role: user.role },
  });
}
