/**
 * Settings that an upgraded database stores, because their defaults became stricter: a stored value applies unless the
 * environment sets the setting. Maintenance mode is stored here, too, and is on if either says so; so are the epoch that a
 * restore began and the hold of mail. Every process reads them at start and after each change event.
 */
import type { StoredSetting } from '@ardhi/contract';
import { type Env, readEnv } from '../settings/env.ts';
import type { ChangeEventBus } from './change-events.ts';
import type { Db } from './db.ts';

const FIELDS = {
  OFFICIALS_SECOND_FACTOR: 'officialsSecondFactor',
  JURISDICTION: 'jurisdiction',
  REQUIRE_SECOND_OFFICIAL: 'requireSecondOfficial',
  APPROVAL_LIMIT: 'approvalLimitCents',
} as const satisfies Record<StoredSetting, keyof Env>;
const NAMES = Object.keys(FIELDS) as StoredSetting[];

/** Rows that are no environment variables. */
const EPOCH = 'EPOCH';
const MAIL_HELD = 'MAIL_HELD';
/** Read by the function `next_revision`. */
const REVISION_FLOOR = 'REVISION_FLOOR';

const RETRY_MS = 1000;

interface StoredSettingsOptions {
  env: Env;
  db: Db;
  changeEvents: ChangeEventBus;
  /** Called when a value has changed: whatever depends on the old one must be dropped. */
  onChange: () => void;
}

/** Assigns stored values to `env`, now and whenever they change. Returns a function that stops it. */
export async function applyStoredSettings(options: StoredSettingsOptions): Promise<() => void> {
  const { env, db, changeEvents, onChange } = options;
  const own = { ...env };
  let isStopped = false;
  let retry: NodeJS.Timeout | undefined;

  async function apply(): Promise<void> {
    const stored = await db.selectFrom('stored_settings').selectAll().execute();
    const names = stored.map(({ name }) => name);
    const values = readEnv(Object.fromEntries(stored.map(({ name, value }) => [name, value])));
    let hasChanged = false;
    for (const name of NAMES) {
      const source = names.includes(name) && !env.explicitSettings.includes(name) ? values : own;
      const field = FIELDS[name];
      if (env[field] === source[field]) continue;
      Object.assign(env, { [field]: source[field] });
      hasChanged = true;
    }
    const maintenance = own.maintenance || values.maintenance;
    if (env.maintenance !== maintenance) {
      env.maintenance = maintenance;
      hasChanged = true;
    }
    const storedValue = (wanted: string) => stored.find(({ name }) => name === wanted)?.value ?? null;
    env.isMailHeld = storedValue(MAIL_HELD) !== null;
    if (env.epoch !== storedValue(EPOCH)) {
      env.epoch = storedValue(EPOCH);
      hasChanged = true;
    }
    if (hasChanged) onChange();
  }

  // One after the other: an older read must not overwrite a newer one.
  let last = Promise.resolve();
  const applyAgain = () => {
    last = last.then(apply).catch(() => {
      if (!isStopped) retry = setTimeout(applyAgain, RETRY_MS).unref();
    });
  };
  const unsubscribe = changeEvents.subscribe(({ kind }) => {
    if (kind === 'settings' || kind === 'everything') applyAgain();
  });
  // After subscribing, so that no change in between is missed.
  last = apply();
  await last;
  return () => {
    isStopped = true;
    clearTimeout(retry);
    unsubscribe();
  };
}

/** Stored values that apply: not those that the environment overrides. */
export async function listStoredSettings(db: Db, env: Env): Promise<StoredSetting[]> {
  const rows = await db.selectFrom('stored_settings').select('name').execute();
  return NAMES.filter(
    (name) => !env.explicitSettings.includes(name) && rows.some((row) => row.name === name),
  );
}

/** The operator's command: the processes switch after the next `settings` event. */
export async function storeMaintenance(db: Db, isOn: boolean): Promise<void> {
  await storeValue(db, 'MAINTENANCE', isOn ? 'true' : null);
}

/** Id and moment of the last restore. From now on no row gets a revision that it had in the time that was lost. */
export async function storeEpoch(db: Db, epoch: string): Promise<void> {
  await storeValue(db, EPOCH, epoch);
  // Seconds since 2026 fit the 32 bits of a revision and grow faster than any row is edited.
  await storeValue(db, REVISION_FLOOR, String(Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1000)));
}

export const storeMailHold = (db: Db, isHeld: boolean): Promise<void> =>
  storeValue(db, MAIL_HELD, isHeld ? 'true' : null);

/** Null deletes the row. */
async function storeValue(db: Db, name: string, value: string | null): Promise<void> {
  if (value === null) await db.deleteFrom('stored_settings').where('name', '=', name).execute();
  else
    await db
      .insertInto('stored_settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
}

export const isMaintenanceStored = (db: Db): Promise<boolean> => isStored(db, 'MAINTENANCE');

export const isMailHoldStored = (db: Db): Promise<boolean> => isStored(db, MAIL_HELD);

async function isStored(db: Db, name: string): Promise<boolean> {
  const rows = await db.selectFrom('stored_settings').select('name').where('name', '=', name).execute();
  return rows.length > 0;
}

export async function deleteStoredSetting(db: Db, name: StoredSetting): Promise<boolean> {
  const deleted = await db
    .deleteFrom('stored_settings')
    .where('name', '=', name)
    .returning('name')
    .executeTakeFirst();
  return deleted !== undefined;
}
