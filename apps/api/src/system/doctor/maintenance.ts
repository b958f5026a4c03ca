/** `npm run maintenance -- on|off`: switches maintenance mode in all running processes at once. */
import { audit } from '../../lib/audit/audit.ts';
import { notifyProcesses } from '../../lib/database/change-events.ts';
import { newId } from '../../lib/database/id.ts';
import { storeMaintenance } from '../../lib/database/stored-settings.ts';
import { SYSTEM } from '../../lib/http/write-context.ts';
import type { Env } from '../../lib/settings/env.ts';
import { connectAsServer } from './connect.ts';

export async function runMaintenance(
  [mode, ...rest]: string[],
  env: Env,
  print: (line: string) => void,
): Promise<void> {
  if ((mode !== 'on' && mode !== 'off') || rest.length > 0)
    throw new Error('use: npm run maintenance -- on|off');
  const database = await connectAsServer(env);
  if (database instanceof Error) throw database;
  try {
    await database.db.transaction().execute(async (db) => {
      await storeMaintenance(db, mode === 'on');
      const setting = `MAINTENANCE=${mode === 'on'}`;
      await audit(db, SYSTEM, { action: 'setting.maintenance', entityId: null, after: { setting } });
    });
    await notifyProcesses(database.db, newId(), [{ to: { offices: 'all' }, kind: 'settings', ids: [] }]);
    print(`Maintenance mode is ${mode} in all processes.`);
    if (mode === 'off' && env.maintenance)
      print('Processes whose environment has MAINTENANCE=true stay in maintenance mode until they restart.');
  } finally {
    await database.close();
  }
}
