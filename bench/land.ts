/** Lists, reads and creates parcels, compared with a bare `node:http` and `pg` server that runs the same statements. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { today } from '@ardhi/contract/dates';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { NEW_PARCEL, presentStated, statedFields } from '../apps/api/src/farm/land/parcel-fields.ts';
import { insertParcel } from '../apps/api/src/farm/land/parcels.ts';
import { findParcel, listParcels } from '../apps/api/src/farm/land/queries.ts';
import { NO_RECORDS, resolveLocation, SCORE_VERSION, scoreOf } from '../apps/api/src/farm/land/score.ts';
import { runScores } from '../apps/api/src/farm/land/score-runs.ts';
import { connect } from '../apps/api/src/lib/database/database.ts';
import { newId } from '../apps/api/src/lib/database/id.ts';
import { SYSTEM } from '../apps/api/src/lib/http/write-context.ts';
import { startServer } from '../apps/api/test/process/server.ts';
import type { BaselineOptions } from './lib/baseline.ts';
import { captureStatement } from './lib/capture-statement.ts';
import { type Load, shareOfBaseline } from './lib/compare.ts';
import { makeFarmer } from './lib/farm.ts';
import { report } from './lib/report.ts';
import { benchTransaction } from './lib/transaction.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
const { connectionString } = postgres;
await migrate(connectionString, 'apps/api/migrations');
const database = connect(connectionString);

const small = await makeFarmer(database, { parcels: 20, cropsPerParcel: 4, waterPerParcel: 10 });
const large = await makeFarmer(database, { parcels: 500, cropsPerParcel: 4, waterPerParcel: 10 });
const parcelId = small.parcelIds[0]!;
// Otherwise the server would do this at its first start, during the measurement.
await runScores(
  { db: database.db, transaction: benchTransaction(database.db, SYSTEM) },
  'version',
  SCORE_VERSION,
);
await database.pool.query('analyze');
await database.close();

const body = {
  name: 'Shamba jipya',
  size: 1.5,
  location: { address: 'Wote, Makueni County' },
  soilType: 'sandy',
};
const creator = await createStatement();
const options: BaselineOptions = {
  connectionString,
  reads: {
    'GET /land?limit=20': await listStatement(small.id, 20),
    'GET /land': await listStatement(large.id, 500),
    [`GET /land/${parcelId}`]: await captureStatement(connectionString, (db) => findParcel(db, parcelId)),
  },
  create: creator,
};

function listStatement(ownerId: string, limit: number) {
  return captureStatement(connectionString, (db) =>
    listParcels(db, ownerId, { limit, offset: 0, after: null }),
  );
}

async function createStatement() {
  const id = newId();
  const fields = {
    ...statedFields(NEW_PARCEL, { ...body, soilType: 'sandy' }),
    ...resolveLocation(null, body.location.address),
  };
  const scored = { _id: id, ...presentStated(fields), boundary: null };
  const statement = await captureStatement(connectionString, (db) =>
    insertParcel(
      { db, user: small, requestId: null },
      { id, owner_id: small.id, ...fields },
      scoreOf(scored, NO_RECORDS, today()),
      { action: 'land.create', entity: 'land', entityId: id, after: { name: fields.name } },
    ),
  );
  return { ...statement, idIndex: statement.values.lastIndexOf(id) };
}

async function startBaseline(): Promise<{ url: string; stop(): void }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/lib/baseline.ts'], {
    env: { ...process.env, BASELINE: JSON.stringify(options) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => resolve(/at (\S+)/.exec(String(chunk))![1]!)),
  );
  return { url, stop: () => child.kill('SIGTERM') };
}

const baseline = await startBaseline();
const product = await startServer({ DATABASE_URL: connectionString, LOG_LEVEL: 'silent' });
try {
  const share = (load: Load) => shareOfBaseline(product.url, baseline.url, load);
  const list20 = { path: '/land?limit=20', token: small.token };
  report('list 20 parcels, share of the baseline', await share(list20), '', { atLeast: 1 / 2 });
  const readOne = { path: `/land/${parcelId}`, token: small.token };
  report('read one parcel, share of the baseline', await share(readOne), '', { atLeast: 1 / 2 });
  const list500 = { path: '/land', token: large.token };
  report('list 500 parcels, share of the baseline', await share(list500), '', { atLeast: 2 / 3 });
  const create: Load = { path: '/land', method: 'POST', token: large.token, body: JSON.stringify(body) };
  report('create a parcel, share of the baseline', await share(create), '', { atLeast: 1 / 3 });
} finally {
  baseline.stop();
  await product.end('SIGTERM');
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
