import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import autocannon from 'autocannon';
import { connect } from '/work/main/apps/api/src/lib/db.ts';
import { startEmbeddedPostgres } from '/work/main/apps/api/src/lib/embedded-postgres.ts';
import { migrate } from '/work/main/apps/api/src/lib/migrate.ts';
import { runScores } from '/work/main/apps/api/src/land/score-runs.ts';
import { SCORE_VERSION } from '/work/main/apps/api/src/land/score.ts';
import { findParcel } from '/work/main/apps/api/src/land/queries.ts';
import { makeFarmer } from '/work/main/bench/lib/farm.ts';
import { statementOf } from '/work/main/bench/lib/statements.ts';
const dir = mkdtempSync('/tmp/land-exp-');
const p = await startEmbeddedPostgres({ dataDir: dir, log: () => {} });
const cs = p.connectionString;
const cpu = (pid: number) => { const f = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return [Number(f[11]) * 10, Number(f[12]) * 10]; };
const kids: any[] = [];
try {
  await migrate(cs, '/work/main/apps/api/migrations');
  const database = connect(cs);
  const f = await makeFarmer(database, { parcels: 20, cropsPerParcel: 4, waterPerParcel: 10 });
  await runScores(database.db, 'version', SCORE_VERSION);
  await database.pool.query('analyze'); await database.close();
  const id = f.parcelIds[0]!;
  const start = async (args: string[], env: object) => { const child = spawn(process.execPath, args, { cwd: '/work/main', env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] }); kids.push(child); const url = await new Promise<string>((r) => child.stdout.on('data', (c) => { const m = /at (http\S+)/.exec(String(c)); if (m) r(m[1]!); })); return { child, url }; };
  const servers: [string, any, string][] = [];
  const body = JSON.stringify({ name: 'Shamba jipya', size: 1.5, location: { address: 'Wote, Makueni County' }, soilType: 'sandy' });
  const BASELINE = JSON.stringify({ connectionString: cs, reads: { [`GET /land/${id}`]: await statementOf(cs, (db) => findParcel(db, id)), 'GET /health': { text: 'select 1', values: [] } }, create: {} });
  servers.push(['base', await start(['--import', 'tsx', 'bench/lib/baseline.ts'], { BASELINE }), '']);
  for (const d of process.argv.slice(2)) servers.push([d, await start([`apps/api/${d}/server.js`], { DATABASE_URL: cs, PORT: '0', LOG_LEVEL: 'silent', GOVERNMENT_SIGNUP: 'open' }), '/api']);
  const loads = [['health', '/health', 'GET', undefined], ['one', `/land/${id}`, 'GET', undefined], ['create', '/land', 'POST', body]] as const;
  for (const [name, path, method, b] of loads.filter(([n]) => !process.env.ONLY || process.env.ONLY.includes(n))) {
    const best: Record<string, number[]> = {};
    for (let round = 0; round < Number(process.env.ROUNDS ?? 4); round++) for (const [who, s, prefix] of servers) {
      if (who === 'base' && name === 'create') continue;
      const amount = name === 'create' ? 1200 : 4000;
      const a = cpu(s.child.pid);
      const r = await autocannon({ url: `${s.url}${prefix}${path}`, method, body: b, connections: 16, amount, headers: { authorization: `Bearer ${f.token}`, 'content-type': 'application/json' } });
      const z = cpu(s.child.pid);
      const u = (z[0]! - a[0]!) / amount, sy = (z[1]! - a[1]!) / amount;
      if (!best[who] || u + sy < best[who]![0]! + best[who]![1]!) best[who] = [u, sy];
      if (r.non2xx) console.log(name, who, 'non2xx', r.non2xx);
    }
    for (const [who, [u, s]] of Object.entries(best)) console.log(name.padEnd(7), who.padEnd(14), 'user', u!.toFixed(3), 'sys', s!.toFixed(3), 'sum', (u! + s!).toFixed(3));
  }
} finally { for (const k of kids) { k.kill('SIGTERM'); } await Promise.all(kids.map((k) => k.exitCode !== null || new Promise((r) => k.once('exit', r)))); await p.stop(); rmSync(dir, { recursive: true }); }
