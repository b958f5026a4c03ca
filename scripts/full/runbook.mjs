/**
 * Part of `npm run test:full`: executes the runbook's own code blocks (docs/operations) on a booted systemd. Installs a signed
 * release archive with the embedded and with an external database, and on each signs in, backs up, restores, upgrades and rolls
 * back; with PostgreSQL it also recovers to a point in time. The machines have no network and are removed afterwards.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm } from '../lib/install.mjs';
import { Fault, main, root } from '../lib/project.mjs';
import { blocksOf, missingLine } from '../lib/runbook-blocks.mjs';
import { makeRoot, withMachine } from './machine.mjs';

const PLATFORM = `linux-${process.arch}`;
/** The name in docs/operations/upgrade.md. */
const NEXT_VERSION = '0.3.0';
const HOST = 'ardhi.example';
const PASSWORD = 'seven camels cross the salt lake';

await main(async () => {
  const work = mkdtempSync(join(tmpdir(), 'ardhi-runbook-'));
  try {
    const releases = makeReleases(work);
    const base = join(work, 'base');
    makeRoot(base);
    prepareRoot(base, releases, work);
    // Unlike Node's cpSync it keeps the owners of files.
    execFileSync('cp', ['-a', base, join(work, 'embedded')]);
    await withMachine(join(work, 'embedded'), (machine) => tryEmbedded(operatorOf('embedded', machine)));
    await withMachine(base, (machine) => tryExternal(operatorOf('external', machine)));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
});

async function tryEmbedded(operator) {
  const { follow, register, signIn, run } = operator;
  await follow('/root/release', 'Release', 'Settings', 'Embedded database', 'Proxy', 'First official');
  await registerFirstOfficial(operator);
  register('before@farm.example');
  const postmaster = run('cat', '/var/lib/ardhi/pg18/postmaster.pid');
  await follow('/root', 'Set up the nightly backup', 'Back up now', 'Drill');
  expectSame(run('cat', '/var/lib/ardhi/pg18/postmaster.pid'), postmaster, 'PostgreSQL after the backup');
  register('after@farm.example');
  await follow('/root', 'Restore');
  expectAccounts(signIn, {
    present: ['before@farm.example', 'official@gov.example'],
    lost: ['after@farm.example'],
  });
  await tryUpgrade(operator);
  // A backup of the upgraded database needs the new release.
  await follow('/root/upgrade', 'Upgrade');
  await follow('/root', 'Save everything', 'Create the database', 'Load everything');
  expectAccounts(signIn, { present: ['before@farm.example', 'upgraded@farm.example'] });
}

async function tryExternal(operator) {
  const { follow, set, register, signIn } = operator;
  await follow('/root/release', 'Release', 'Settings', 'PostgreSQL', 'Proxy', 'First official');
  await registerFirstOfficial(operator);
  register('before@farm.example');
  await follow('/root', 'Set up the nightly backup', 'Back up now', 'Drill');
  register('after@farm.example');
  await follow('/root', 'Restore');
  expectAccounts(signIn, {
    present: ['before@farm.example', 'official@gov.example'],
    lost: ['after@farm.example'],
  });
  await follow('/root', 'Archive the WAL');
  register('good@farm.example');
  // pgBackRest compares whole seconds: the moment must be in a later one than the end of its backup.
  await set('ENDED=$(date +%s); until [ "$(date +%s)" -gt "$((ENDED + 1))" ]; do sleep 0.1; done');
  await set("MOMENT=$(sudo -u postgres psql -Atc 'select clock_timestamp()')");
  register('mistake@farm.example');
  await follow('/root', 'Recover to a moment');
  expectAccounts(signIn, {
    present: ['before@farm.example', 'good@farm.example'],
    lost: ['mistake@farm.example'],
  });
  await tryUpgrade(operator);
}

async function tryUpgrade({ follow, register, signIn, migration }) {
  const before = migration();
  await follow('/root/upgrade', 'Upgrade');
  if (migration() !== before + 1) throw new Fault('the upgrade applied no migration');
  register('upgraded@farm.example');
  await follow('/root/upgrade', 'Roll back');
  expectAccounts(signIn, { present: ['before@farm.example', 'upgraded@farm.example'] });
}

async function registerFirstOfficial({ run, register, signIn }) {
  const log = run('journalctl', '-u', 'ardhi@3001', '--output', 'cat');
  const invitation = log.match(/Invitation for the first official: (\S+)/)[1];
  register('official@gov.example', { role: 'government', department: 'Agriculture', invitation });
  expectAccounts(signIn, { present: ['official@gov.example'] });
}

function operatorOf(name, machine) {
  const shell = machine.shell();
  const print = (text) => console.log(text.replaceAll(/^(?=.)/gm, `${name} │ `));
  const call = (path, body) => {
    const url = `https://${HOST}/api${path}`;
    const options = ['--silent', '--cacert', '/etc/nginx/ardhi.crt', '--resolve', `${HOST}:443:127.0.0.1`];
    const headers = ['--header', 'content-type: application/json', '--data', JSON.stringify(body)];
    const output = machine.run('curl', ...options, '--write-out', '\n%{http_code}', ...headers, url);
    const [, text, status] = /^([\s\S]*)\n(\d+)$/.exec(output);
    return { status: Number(status), text };
  };
  return {
    run: machine.run,
    set: (script) => shell.run(script),
    /** Executes the blocks of these sections literally, and compares their output with the expected one. */
    async follow(folder, ...headings) {
      for (const heading of headings) {
        print(`\n── ${heading}`);
        await shell.run(`cd ${folder}`);
        for (const { place, script, expected } of blocksOf(heading)) {
          print(`# ${place}\n${script.replaceAll(/^/gm, '$ ')}`);
          const output = await shell.run(script).catch((error) => {
            const log = machine.run('journalctl', '--no-pager', '--lines', '40');
            throw new Fault(`${name}: ${place} failed:\n${script}\n${error.message}\n\nJournal:\n${log}`);
          });
          print(output);
          const missing = missingLine(expected, output);
          if (missing) throw new Fault(`${name}: ${place} did not print "${missing}" but:\n${output}`);
        }
      }
    },
    register(email, more = { role: 'farmer', location: 'Njoro, Nakuru County', farmSize: 2 }) {
      const { status, text } = call('/auth/register', {
        name: 'Wanjiru',
        email,
        password: PASSWORD,
        ...more,
      });
      if (status !== 201) throw new Fault(`${name}: ${email} could not register: ${status} ${text}`);
      print(`${email} registered over https`);
    },
    signIn(email) {
      const { status, text } = call('/auth/login', { email, password: PASSWORD });
      if (status !== 200 && status !== 401) throw new Fault(`${name}: signing in returned ${status} ${text}`);
      print(`${email} ${status === 200 ? 'signed in' : 'is unknown'}`);
      return status === 200;
    },
    /** Number of the last migration in the database of the service. */
    migration() {
      const query = 'select max(number) from migrations';
      const env = machine.run('cat', '/etc/ardhi/ardhi.env');
      const url = /^DATABASE_OWNER_URL=(\S+)/m.exec(env)?.[1];
      const password = url ? '' : machine.run('cat', '/var/lib/ardhi/pg18.password').trim();
      const address = url ?? `postgres://ardhi:${password}@localhost/ardhi?host=/var/lib/ardhi/pg18`;
      return Number(machine.run('psql', address, '-Atc', query));
    },
  };
}

function expectAccounts(signIn, { present, lost = [] }) {
  for (const email of present) if (!signIn(email)) throw new Fault(`${email} was lost`);
  for (const email of lost) if (signIn(email)) throw new Fault(`${email} should not exist after the restore`);
}

function expectSame(actual, expected, what) {
  if (actual !== expected) throw new Fault(`${what} is not the same:\n${expected}\n${actual}`);
}

/** This release, and the next one with one more migration. Both signed with a key of this run. */
function makeReleases(work) {
  const key = join(work, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const [release, upgrade] = ['release', 'upgrade'].map((name) => join(work, name));
  execFileSync(process.execPath, ['scripts/release.mjs', '--platform', PLATFORM, '--to', release], {
    cwd: root,
    env: { ...process.env, RELEASE_SIGNING_KEY: key, INIT_CWD: root },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const archive = readdirSync(release).find((name) => name.endsWith('.tar.gz'));
  const name = `ardhi-${NEXT_VERSION}-${PLATFORM}`;
  mkdirSync(upgrade);
  execFileSync('tar', ['-xzf', join(release, archive), '-C', upgrade]);
  renameSync(join(upgrade, archive.replace('.tar.gz', '')), join(upgrade, name));
  const manifest = join(upgrade, name, 'package.json');
  writeFileSync(
    manifest,
    JSON.stringify({ ...JSON.parse(readFileSync(manifest, 'utf8')), version: NEXT_VERSION }),
  );
  addMigration(join(upgrade, name, 'apps/api/migrations'));
  execFileSync('tar', ['-czf', `${name}.tar.gz`, name], { cwd: upgrade });
  rmSync(join(upgrade, name), { recursive: true });
  const sum = createHash('sha256')
    .update(readFileSync(join(upgrade, `${name}.tar.gz`)))
    .digest('hex');
  writeFileSync(join(upgrade, 'SHA256SUMS'), `${sum}  ${name}.tar.gz\n`);
  const sign = ['-q', '-Y', 'sign', '-f', key, '-n', 'ardhi-release', 'SHA256SUMS'];
  execFileSync('ssh-keygen', sign, { cwd: upgrade, stdio: 'ignore' });
  const signer = `release@ardhi.example namespaces="ardhi-release" ${readFileSync(`${key}.pub`, 'utf8')}`;
  for (const folder of [release, upgrade]) writeFileSync(join(folder, 'allowed_signers'), signer);
  return { release, upgrade };
}

/** A migration beside which this release keeps running. */
function addMigration(folder) {
  const last = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .at(-1)
    .slice(0, 4);
  const next = String(Number(last) + 1).padStart(4, '0');
  writeFileSync(
    join(folder, `${next}_runbook.sql`),
    `-- oldest code: ${last}\ncreate table runbook (id integer);\n`,
  );
}

/** Everything that the runbook expects from outside: Node, the downloaded release, and a certificate. */
function prepareRoot(base, { release, upgrade }, work) {
  const [, major] = /^FROM node:(\d+)/m.exec(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
  const [program, ...args] = npm();
  execFileSync(program, [...args, 'pack', `node-${PLATFORM}@${major}`, '--silent'], { cwd: work });
  const packed = readdirSync(work).find((name) => name.startsWith(`node-${PLATFORM}-`));
  execFileSync('tar', ['-xzf', packed, 'package/bin/node'], { cwd: work });
  copyFileSync(join(work, 'package/bin/node'), join(base, 'usr/bin/node'));
  chmodSync(join(base, 'usr/bin/node'), 0o755);
  cpSync(release, join(base, 'root/release'), { recursive: true });
  cpSync(upgrade, join(base, 'root/upgrade'), { recursive: true });
  writeFileSync(join(base, 'etc/hostname'), 'runbook\n');
  writeFileSync(join(base, 'etc/hosts'), '127.0.0.1 localhost\n127.0.1.1 runbook\n');
  const [certificate, key] = ['crt', 'key'].map((kind) => join(base, 'etc/nginx', `ardhi.${kind}`));
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        `/CN=${HOST}`,
        '-addext',
        `subjectAltName=DNS:${HOST}`,
        '-keyout',
        key,
        '-out',
        certificate,
      ],
    ],
    { stdio: 'ignore' },
  );
}
