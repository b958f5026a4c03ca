/**
 * Part of `npm run test:full`: runs `npm start` twice at once in a clean clone of the last commit. As root it uses a
 * home that only root can enter, and repeats the test as an ordinary user, followed by `npm test`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault, main, root, run } from '../lib/project.mjs';

const START_LIMIT_MS = 15 * 60_000;
const STOP_LIMIT_MS = 30_000;
/** The only ordinary user that exists on every machine. */
const NOBODY = { uid: 65534, gid: 65534 };
/** Variables that a new machine has too: program paths and npm's network settings. */
const PASSED_VARIABLES =
  /^(PATH|LANG|TMPDIR|CHROMIUM_PATH|NODE_EXTRA_CA_CERTS|(https?|no)_proxy|npm_config_\w+)$/i;
const baseEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => PASSED_VARIABLES.test(name)),
);
const WARNING = /EBADENGINE|\(!\).*/;
let launched = 0;

await main(async () => {
  await tryOut('this user', undefined);
  if (process.getuid?.() !== 0) return;
  if (spawnSync('npm', ['--version'], { ...NOBODY, cwd: '/' }).status === 0) await tryOut('nobody', NOBODY);
  else console.log('nobody: skipped, since this user may not run npm here');
});

async function tryOut(who, user) {
  // mkdtemp sets mode 0700, as for a home folder.
  const home = mkdtempSync(join(tmpdir(), 'ardhi-home-'));
  try {
    const person = { who, user, home, clone: join(home, 'ardhi') };
    if (run(['git', 'clone', '--quiet', root, person.clone]) !== 0) throw new Fault('git clone failed');
    if (user) run(['chown', '-R', `${user.uid}:${user.gid}`, home]);
    const first = await Promise.all([startAndStop(person), startAndStop(person, 'data-2')]);
    console.log(
      `${who}: the first npm start, twice at once, answered after ${first.map(seconds).join(' and ')} s`,
    );
    console.log(`${who}: the next npm start answered after ${seconds(await startAndStop(person))} s`);
    // Other steps of test:full have already run these tests as this user.
    if (!user) return;
    await finish(person, 'npm', ['test']);
    console.log(`${who}: npm test passed`);
  } finally {
    removeDatabasesElsewhere(home);
    rmSync(home, { recursive: true, force: true });
  }
}

function seconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1);
}

async function startAndStop(person, dataDir = 'data') {
  const started = performance.now();
  const port = await freePort();
  const server = launch(person, 'npm', ['start'], { PORT: String(port), DATA_DIR: dataDir });
  const ended = once(server.child, 'exit');
  while (!(await isHealthy(port))) {
    if (server.child.exitCode !== null)
      throw new Fault(`${person.who}: npm start failed:\n${server.output()}`);
    if (performance.now() - started > START_LIMIT_MS)
      throw new Fault(`${person.who}: npm start takes too long`);
    await wait(20);
  }
  const milliseconds = performance.now() - started;
  const warning = WARNING.exec(server.output())?.[0];
  if (warning) throw new Fault(`${person.who}: npm start warns of ${warning}:\n${server.output()}`);
  // As in a terminal: the whole foreground process group receives the Ctrl-C.
  process.kill(-server.child.pid, 'SIGINT');
  const hasEnded = await Promise.race([ended, wait(STOP_LIMIT_MS, false, { ref: false })]);
  if (!hasEnded) throw new Fault(`${person.who}: Ctrl-C does not end npm start`);
  const pidFiles = ['pg18/postmaster.pid', 'database/pg18/postmaster.pid'].map((file) => join(dataDir, file));
  if (pidFiles.some((file) => existsSync(join(person.clone, file))))
    throw new Fault(`${person.who}: PostgreSQL is still running after Ctrl-C`);
  return milliseconds;
}

async function finish(person, file, args) {
  const { child, output } = launch(person, file, args);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Fault(`${person.who}: ${file} ${args.join(' ')} failed:\n${output()}`);
}

function launch({ user, home, clone }, file, args, variables = {}) {
  const log = join(home, `output-${launched++}`);
  const descriptor = openSync(log, 'w');
  const child = spawn(file, args, {
    cwd: clone,
    detached: true,
    stdio: ['ignore', descriptor, descriptor],
    env: {
      ...baseEnvironment,
      HOME: home,
      npm_config_cache: join(home, '.npm'),
      INIT_CWD: clone,
      ...variables,
    },
    ...user,
  });
  return { child, output: () => readFileSync(log, 'utf8') };
}

async function isHealthy(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/health`)).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

function removeDatabasesElsewhere(home) {
  for (const link of ['ardhi/data/database', 'ardhi/data-2/database'].map((path) => join(home, path)))
    if (existsSync(link)) rmSync(realpathSync(link), { recursive: true, force: true });
}
