/** The archive of a release: in a read-only folder, run by another user, and as process 1 of a PID namespace. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { newParcel } from '../land.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
const isRoot = process.getuid?.() === 0;
/** User without write access to the release. If the tests do not run as root, the folder itself is read-only. */
const unprivilegedUser = isRoot ? { uid: 65534, gid: 65534 } : {};
const unpackedBy = isRoot ? {} : { mode: 'u-w' };

const work = mkdtempSync(join(tmpdir(), 'ardhi-archive-'));
const home = join(work, 'home');
let folder: string;

/** Paths, times and sizes of all files in the release. */
const state = () =>
  execFileSync('find', [folder, '-printf', '%p %T@ %s\n'], { encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .sort();

beforeAll(async () => {
  chmodSync(work, 0o755);
  mkdirSync(home);
  if (isRoot) chownSync(home, 65534, 65534);
  execFileSync(process.execPath, ['scripts/release.mjs', '--platform', platform, '--to', work], {
    cwd: root,
  });
  const archive = readdirSync(work).find((name) => name.endsWith('.tar.gz'))!;
  execFileSync('tar', ['-xzf', archive, '--no-same-owner'], { cwd: work });
  folder = join(work, archive.replace(/\.tar\.gz$/, ''));
  execFileSync('chmod', ['-R', unpackedBy.mode ?? 'go-w', folder]);
});
afterAll(() => {
  execFileSync('chmod', ['-R', 'u+w', work]);
  rmSync(work, { recursive: true, force: true });
});

const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

function start(command: string[], variables: Record<string, string> = {}, as = unprivilegedUser) {
  const child = spawn(command[0]!, command.slice(1), {
    ...as,
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: home, PORT: '0', LOG_LEVEL: 'warn', ...variables },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return {
    child,
    ended: once(child, 'exit') as Promise<[number | null, string | null]>,
    output: () => output,
    async address() {
      await expect.poll(() => output).toContain('Ardhi is at');
      return /Ardhi is at (\S+)/.exec(output)![1]!;
    },
  };
}

it('runs without npm and writes nothing into its folder', async () => {
  const before = state();
  const server = start([process.execPath, 'server.js']);
  const client = clientOf(await server.address());
  const farmer = await client.as('farmer');
  const land = await newParcel(farmer);
  // Parts outside the bundle: password hashes above, the PDF and the API documentation here.
  expect((await farmer.send<string>(`GET /land/${land._id}/report.pdf`)).body).toMatch(/^%PDF-/);
  expect((await client.send<string>('GET /docs/')).body).toContain('swagger');
  expect(await (await fetch(client.url)).text()).toContain('<html');

  const cli = (args: string[], variables = {}) =>
    spawnSync(process.execPath, ['cli.js', ...args], {
      ...unprivilegedUser,
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: home, ...variables },
      encoding: 'utf8',
    });
  expect(cli(['backup', join(home, 'all.backup')]).stderr).toContain('saved');
  expect(cli(['verify']).status).toBe(0);
  expect(cli(['admin', 'list']).status).toBe(0);
  expect(cli(['nonsense'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^use: node cli\.js backup\|restore\|.* …\n$/),
  });

  server.child.kill('SIGTERM');
  expect(await server.ended).toEqual([0, null]);
  expect(existsSync(join(home, '.ardhi', 'pg18'))).toBe(true);

  // Without a server, commands start the existing database. Only a restore with --new creates one.
  const elsewhere = { DATA_DIR: join(home, 'restored') };
  const restore = (...args: string[]) =>
    cli(['restore', join(home, 'all.backup'), ...args], elsewhere).stderr;
  expect(cli(['admin', 'list']).status).toBe(0);
  expect(restore('--force')).toContain(`there is no database in ${elsewhere.DATA_DIR}`);
  expect(restore('--new')).toContain('restored');
  expect(cli(['verify'], elsewhere).stderr).toContain(`Database: embedded, in ${elsewhere.DATA_DIR}`);
  expect(restore('--new')).toContain('use --force instead of --new');
  expect(state()).toEqual(before);
});

it('contains documentation, alert rules, units and examples, but no sources', () => {
  expect(readdirSync(folder).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'apps',
    'cli.js',
    'deploy',
    'docs',
    'environment.js',
    'node_modules',
    'openapi.json',
    'package.json',
    'sbom.cdx.json',
    'server.js',
  ]);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  expect(folder).toContain(`ardhi-${version}-`);
});

it('lists every package in its bill of materials, with the version that it contains', () => {
  const { bomFormat, components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'));
  expect(bomFormat).toBe('CycloneDX');
  const listed = new Set(components.map(({ name, version }: Record<string, string>) => `${name}@${version}`));
  const contained = execFileSync('find', [join(folder, 'node_modules'), '-name', 'package.json'], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')))
    .map(({ name, version }) => `${name}@${version}`);
  expect(contained.filter((each) => !listed.has(each))).toEqual([]);
  // Bundled by the build of the server and of the web.
  for (const name of ['fastify', 'pg', 'react', 'maplibre-gl'])
    expect(
      [...listed].some((each) => String(each).startsWith(`${name}@`)),
      name,
    ).toBe(true);
});

describe('checksums and signature', () => {
  const namespace = 'ardhi-release';
  const check = (signed: string) =>
    spawnSync(
      'ssh-keygen',
      ['-Y', 'verify', '-f', 'allowed', '-I', 'release', '-n', namespace, '-s', 'SHA256SUMS.sig'],
      { cwd: join(work, 'signed'), input: signed, encoding: 'utf8' },
    ).status;

  it('are made with the key of RELEASE_SIGNING_KEY; without it the archive is named unsigned', () => {
    expect(folder).toMatch(/-unsigned$/);
    expect(existsSync(join(work, 'SHA256SUMS.sig'))).toBe(false);

    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(work, 'key')]);
    const signed = join(work, 'signed');
    execFileSync(
      process.execPath,
      ['scripts/release.mjs', '--platform', platform, '--without-postgres', '--to', signed],
      { cwd: root, env: { ...process.env, RELEASE_SIGNING_KEY: join(work, 'key') } },
    );
    writeFileSync(join(signed, 'allowed'), `release ${readFileSync(join(work, 'key.pub'), 'utf8')}`);
    const sums = readFileSync(join(signed, 'SHA256SUMS'), 'utf8');
    expect(sums).toMatch(/^[0-9a-f]{64} {2}ardhi-[\d.]+-[a-z0-9-]+-without-postgres\.tar\.gz\n$/);
    execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: signed });
    expect(check(sums)).toBe(0);
    expect(check(sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))).not.toBe(0);
  });
});

const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const hasUnshare = spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true']).status === 0;

describe.skipIf(!hasUnshare)('as process 1 (with unshare)', () => {
  /** Child processes of `pid`, with their state. */
  const childrenOf = (pid: number) =>
    execFileSync('ps', ['-o', 'pid=,stat=,comm=', '--ppid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/) as [pid: string, state: string, name: string]);
  // As root, as in many containers.
  const startAsFirst = (variables: Record<string, string>) => {
    const server = start([...UNSHARE, process.execPath, 'server.js'], variables, {});
    return { ...server, pid: () => Number(childrenOf(server.child.pid!)[0]![0]) };
  };
  const dataDir = { DATA_DIR: join(work, 'first') };

  it('stops on SIGTERM with its PostgreSQL, and leaves no zombie', async () => {
    const server = startAsFirst(dataDir);
    const url = await server.address();
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);
    const children = childrenOf(server.pid());
    expect(children.map(([, , name]) => name)).toEqual(['postgres']);
    expect(children.filter(([, state]) => state.startsWith('Z'))).toEqual([]);
    process.kill(server.pid(), 'SIGTERM');
    expect(await server.ended).toEqual([0, null]);
    expect(existsSync(join(work, 'first', 'pg18', 'postmaster.pid'))).toBe(false);
  });

  it('stops on SIGTERM while the server is still loading', async () => {
    const slow = join(work, 'slow');
    mkdirSync(join(slow, 'apps/api/dist'), { recursive: true });
    for (const file of ['package.json', 'environment.js', 'server.js'])
      copyFileSync(join(folder, file), join(slow, file));
    const neverLoaded = `process.stdout.write('loading'); setInterval(() => {}, 1000); await new Promise(() => {});`;
    writeFileSync(join(slow, 'apps/api/dist/server.js'), neverLoaded);
    const server = start([...UNSHARE, process.execPath, join(slow, 'server.js')], dataDir, {});
    await expect.poll(server.output).toBe('loading');
    process.kill(Number(childrenOf(server.child.pid!)[0]![0]), 'SIGTERM');
    expect(await server.ended).toEqual([0, null]);
  });
});
