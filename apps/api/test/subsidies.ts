/** Test applications and programmes. */
import type { Application, ManagedSubsidy, Problem } from '@ardhi/contract';
import type { Person } from './client.ts';
import { sent } from './land.ts';

export const newApplication = (farmer: Person, fields: object = {}): Promise<Application> =>
  sent(farmer, 'POST /subsidies', { name: 'Seed', description: 'Maize seed', amount: 100, ...fields });

/** Pending until an official approves it. */
export const newProgramme = (official: Person, fields: object = {}): Promise<ManagedSubsidy> =>
  sent(official, 'POST /government/subsidies', {
    name: 'Drip kits',
    description: 'Half-acre kits',
    amount: 1000,
    ...fields,
  });

export async function openProgramme(official: Person, fields: object = {}): Promise<ManagedSubsidy> {
  const { _id } = await newProgramme(official, fields);
  return sent(official, `PUT /government/subsidies/${_id}`, { status: 'approved' });
}

/** Edits or decides an application or a programme. */
export const manage = <Body = ManagedSubsidy & Problem>(official: Person, id: string, body: object) =>
  official.send<Body>(`PUT /government/subsidies/${id}`, { body });
