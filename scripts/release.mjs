/**
 * `npm run release [-- --platform NAME --without-postgres --to FOLDER]`: writes one archive per platform to dist/, with
 * their checksums and, by the key in RELEASE_SIGNING_KEY, the signature of these.
 * An unpacked archive starts with `node server.js`, needs no npm and writes nothing into its own folder.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main, root, run, typescript } from './lib/project.mjs';
import { packagesOf, platforms } from './lib/release-packages.mjs';
import { sbomOf } from './lib/sbom.mjs';
import { ensureBuilt } from './lib/stale.mjs';

/** Copied to the same paths as in the project, where the server expects them. */
const PARTS = ['apps/api/dist', 'apps/api/migrations', 'apps/api/sql', 'apps/web/dist', 'deploy', 'docs'];
const AT_THE_TOP = ['LICENSE', 'CHANGELOG.md', 'README.md', 'SECURITY.md'];
/** Entry points, copied to the top of a release. */
const ARCHIVE = 'deploy/archive';
const EXCLUDED = /\.map$|\.a$|[\\/]\.stamp$|[\\/]deploy[\\/]archive$/;

/** Keeps a signature of the same key for another purpose from passing for a release. */
const SIGNATURE_NAMESPACE = 'ardhi-release';

await main(async () => {
  const { values } = parseArgs({
    options: {
      platform: { type: 'string', multiple: true },
      'without-postgres': { type: 'boolean' },
      to: { type: 'string', default: 'dist' },
    },
  });
  const names = values.platform ?? Object.keys(platforms);
  const unknown = names.find((name) => !platforms[name]);
  if (unknown)
    throw new Fault(`--platform takes one of ${Object.keys(platforms).join(', ')}, not ${unknown}`);
  const key = process.env.RELEASE_SIGNING_KEY;
  if (key && !existsSync(key)) throw new Fault(`RELEASE_SIGNING_KEY names no file: ${key}`);
  await ensureInstalled();
  ensureBuilt();
  const to = resolve(process.env.INIT_CWD ?? '.', values.to);
  mkdirSync(to, { recursive: true });
  const options = { postgres: !values['without-postgres'], to, isSigned: Boolean(key) };
  const archives = names.map((name) => makeArchive(name, options));
  const sums = join(to, 'SHA256SUMS');
  writeFileSync(sums, archives.map((archive) => `${sha256Of(archive)}  ${basename(archive)}\n`).join(''));
  const signature = `${sums}.sig`;
  // Of an earlier release; ssh-keygen also refuses to replace it.
  rmSync(signature, { force: true });
  if (key && run(['ssh-keygen', '-q', '-Y', 'sign', '-f', key, '-n', SIGNATURE_NAMESPACE, sums]) !== 0)
    throw new Fault(`${sums} could not be signed`);
  for (const file of [...archives, sums, ...(key ? [signature] : [])]) console.log(file);
});

function sha256Of(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function makeArchive(platform, { postgres, to, isSigned }) {
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `ardhi-${version}-${platform}${postgres ? '' : '-without-postgres'}${isSigned ? '' : '-unsigned'}`;
  const work = mkdtempSync(join(tmpdir(), 'ardhi-release-'));
  const folder = join(work, name);
  const archive = join(to, `${name}.tar.gz`);
  try {
    for (const part of PARTS) copy(join(root, part), join(folder, part));
    for (const file of AT_THE_TOP) copy(join(root, file), join(folder, file));
    for (const file of readdirSync(join(root, ARCHIVE))) copy(join(root, ARCHIVE, file), join(folder, file));
    writeFileSync(
      join(folder, 'package.json'),
      `${JSON.stringify({ name: 'ardhi', version, private: true, type: 'module', engines }, null, 2)}\n`,
    );
    if (run(typescript('scripts/openapi.ts', join(folder, 'openapi.json'))) !== 0)
      throw new Fault('openapi.json could not be written');
    const sbom = sbomOf(platform, { postgres, version });
    writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
    for (const found of packagesOf(platform, { postgres })) addPackage(found, folder, work);
    if (postgres) linkLibraries(join(folder, 'node_modules', platforms[platform].postgres, 'native'));
    openForEveryone(folder);
    if (run(['tar', '-czf', archive, '-C', work, name]) !== 0)
      throw new Fault(`${archive} could not be written`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return archive;
}

function copy(from, to) {
  cpSync(from, to, { recursive: true, filter: (path) => !EXCLUDED.test(path) });
}

/** Copies installed packages. Those for other platforms come from npm, in the version of the lock file. */
function addPackage({ path, name, version, integrity }, folder, work) {
  const target = join(folder, path.slice(path.indexOf('node_modules/')));
  if (existsSync(join(root, path, 'package.json'))) return copy(join(root, path), target);
  const { stdout, status, stderr } = spawnSync('npm', ['pack', `${name}@${version}`, '--json'], {
    cwd: work,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Fault(`${name}@${version} cannot be downloaded: ${stderr.trim()}`);
  const [packed] = JSON.parse(stdout);
  if (packed.integrity !== integrity)
    throw new Fault(`${name}@${version} does not match package-lock.json: ${packed.integrity}`);
  mkdirSync(target, { recursive: true });
  const file = join(work, packed.filename);
  if (run(['tar', '-xzf', file, '-C', target, '--strip-components=1']) !== 0)
    throw new Fault(`${file} cannot be unpacked`);
}

/** npm packages contain no symlinks. They are created here, because the installed release may be read-only. */
function linkLibraries(native) {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(native, relative('native', target));
    rmSync(link, { force: true });
    symlinkSync(basename(source), link);
  }
}

/** Under a strict umask only the owner could read the built files. */
function openForEveryone(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openForEveryone(path);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
