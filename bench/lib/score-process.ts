/** Worker process of a score run. Prints "ready", then starts at the first line of input. */
import { once } from 'node:events';
import { runBatch } from '../../apps/api/src/farm/land/score-runs.ts';
import { connect } from '../../apps/api/src/lib/database/database.ts';
import { SYSTEM } from '../../apps/api/src/lib/http/write-context.ts';
import { benchTransaction } from './transaction.ts';

const [connectionString, runId] = process.argv.slice(2);
const { db, close } = connect(connectionString!, { max: 1 });
const runner = { db, transaction: benchTransaction(db, SYSTEM) };
await db.selectFrom('score_runs').select('id').execute();
console.log('ready');
await once(process.stdin, 'data');
while (await runBatch(runner, Number(runId), 'nightly'));
await close();
process.exit();
