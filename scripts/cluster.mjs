/**
 * `npm run test:cluster [-- pooler | failover]`: the server behind PgBouncer under load, and on a Patroni cluster whose
 * leader is killed, frozen and partitioned. Skipped with a message without root and Debian's packages.
 */
import { existsSync } from 'node:fs';
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main, run, typescript } from './lib/project.mjs';
import { ensureBuilt } from './lib/stale.mjs';

const PREREQUISITES = {
  pooler: { pgbouncer: '/usr/sbin/pgbouncer' },
  failover: {
    'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
    patroni: '/usr/bin/patroni',
    'etcd-server': '/usr/bin/etcd',
    iproute2: '/usr/sbin/ip',
  },
};

await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in PREREQUISITES));
  if (unknown)
    throw new Fault(`There is no test ${unknown}; there are: ${Object.keys(PREREQUISITES).join(', ')}`);
  const failed = [];
  for (const name of names.length > 0 ? names : Object.keys(PREREQUISITES)) {
    const reason = missingPrerequisite(PREREQUISITES[name]);
    console.log(`\n# ${name}${reason ? `: skipped (${reason})` : ''}`);
    if (reason) continue;
    await ensureInstalled();
    ensureBuilt();
    if (run(typescript(`scripts/cluster/${name}.ts`)) !== 0) failed.push(name);
  }
  if (failed.length > 0) throw new Fault(`Failed: ${failed.join(', ')}`);
});

function missingPrerequisite(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root';
  const missing = Object.keys(packages).filter((name) => !existsSync(packages[name]));
  return missing.length > 0 && `not installed: apt-get install ${missing.join(' ')}`;
}
