/** Settings that an upgraded installation keeps from release 0.2, until a manager switches each to its safe default. */
import * as z from 'zod';
import { contract } from '../base/route.ts';

/** Environment variables whose defaults for deployed servers became stricter after release 0.2. */
export const STORED_SETTINGS = [
  'OFFICIALS_SECOND_FACTOR',
  'JURISDICTION',
  'REQUIRE_SECOND_OFFICIAL',
  'APPROVAL_LIMIT',
] as const;
export const StoredSetting = z.enum(STORED_SETTINGS);
export type StoredSetting = z.infer<typeof StoredSetting>;

export const settings = contract({
  'GET /government/settings': {
    summary: 'Settings of release 0.2 that still apply; empty unless deployed',
    access: 'government',
    area: 'country',
    duty: 'manage',
    response: z.array(StoredSetting),
  },
  'DELETE /government/settings/{name}': {
    summary: 'Switch a setting of release 0.2 to its safe default; the rest is returned',
    access: 'government',
    area: 'country',
    duty: 'manage',
    confirmed: true,
    params: z.object({ name: StoredSetting }),
    response: z.array(StoredSetting),
  },
});
