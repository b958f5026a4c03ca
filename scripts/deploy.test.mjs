/** Validates the files in deploy/ with the programs that read them. Programs that are not installed are skipped. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './lib/project.mjs';
import { packagesOf, platforms } from './lib/release-packages.mjs';

const deploy = join(root, 'deploy');
const read = (file) => readFileSync(join(root, file), 'utf8');
// Debian installs administration programs here.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };
const has = (program, ...args) => spawnSync(program, args, { env }).status === 0;
const run = (program, ...args) => execFileSync(program, args, { env, encoding: 'utf8', stdio: 'pipe' });

/** A test that is skipped with a note if its program is missing. */
const testWith = (program, isInstalled, title, work) =>
  isInstalled
    ? test(title, work)
    : test.skip(`${title}: skipped, since ${program} is not installed here`, work);

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the file that points to an existing certificate. */
function withCertificate(file) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  if (!existsSync(key)) {
    run(
      'openssl',
      ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ardhi.example'.split(' '),
      '-keyout',
      key,
      '-out',
      certificate,
    );
    writeFileSync(join(folder, 'both.pem'), readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  }
  const text = read(`deploy/${file}`)
    .replaceAll('/etc/haproxy/certificate.pem', join(folder, 'both.pem'))
    .replaceAll('/etc/haproxy/maintenance.html', join(root, 'apps/web/public/maintenance.html'))
    .replaceAll('/etc/nginx/ardhi.crt', certificate)
    .replaceAll('/etc/nginx/ardhi.key', key);
  const copy = join(folder, file);
  writeFileSync(copy, text);
  return copy;
}

const hasOpenssl = has('openssl', 'version');

test('every part has the version of the newest entry in CHANGELOG.md', () => {
  const newest = /^## (\S+)$/m.exec(read('CHANGELOG.md'))[1];
  const parts = [
    '',
    'apps/api/',
    'apps/web/',
    ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}/`),
  ];
  expect(parts.map((part) => JSON.parse(read(`${part}package.json`)).version)).toEqual(
    parts.map(() => newest),
  );
  expect(read('docs/operations/install.md')).toContain(`RELEASE=ardhi-${newest}-linux-$(`);
});

test.each(Object.keys(platforms))(
  'a release for %s contains its native packages and no others',
  (platform) => {
    const names = packagesOf(platform, { postgres: true }).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        '@node-rs/argon2',
        '@fastify/swagger-ui',
        'pdfkit',
        platforms[platform].postgres,
      ]),
    );
    const { os, cpu } = platforms[platform];
    expect(names.filter((name) => name.startsWith('@node-rs/argon2-')).sort()).toEqual(
      names.filter((name) => name.startsWith(`@node-rs/argon2-${os}-${cpu}`)).sort(),
    );
    expect(packagesOf(platform, { postgres: false }).map(({ name }) => name)).not.toContain(
      platforms[platform].postgres,
    );
  },
);

describe('the Dockerfile', () => {
  const instructions = read('deploy/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean)
    .map((line) => /^([A-Z]+)\s+(.+)$/.exec(line)?.slice(1) ?? [line, '']);
  const of = (name) => instructions.filter(([word]) => word === name).map(([, rest]) => rest);
  const KNOWN = 'FROM ARG ENV WORKDIR COPY RUN USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT'.split(
    ' ',
  );

  test('has valid instructions and copies from an existing stage', () => {
    expect(instructions.filter(([word]) => !KNOWN.includes(word))).toEqual([]);
    const stages = of('FROM').map((rest) => / AS (\w+)$/.exec(rest)?.[1]);
    for (const rest of of('COPY')) {
      const from = /--from=(\S+)/.exec(rest)?.[1];
      if (from) expect(stages).toContain(from);
    }
    for (const rest of of('FROM')) expect(rest).toMatch(/:\d+\.\d+/);
  });

  test('uses the Node.js major version named in the docs and CI', () => {
    const [major] = new Set(of('FROM').map((rest) => /^node:(\d+)/.exec(rest)?.[1]));
    for (const file of ['README.md', 'docs/operations/install.md'])
      expect(read(file)).toContain(`Node ${major}`);
    expect(read('.github/workflows/ci.yml')).toContain(`node: [${major}, `);
  });

  test('runs as an ordinary user, with the server as process 1 without a shell', () => {
    expect(of('USER').at(-1)).toBe('node');
    expect(JSON.parse(of('ENTRYPOINT').at(-1))).toEqual(['node', 'server.js']);
    expect(JSON.parse(/CMD (\[.*\])/.exec(of('HEALTHCHECK')[0])[1])[0]).toBe('node');
  });
});

test('the processes of the compose file share one data folder, and with it the secret', () => {
  const text = read('deploy/compose.yaml');
  const [, first] = /^ {2}ardhi-1: &ardhi\n((?: {4}.*\n)+)/m.exec(text);
  expect(first).toContain('env_file: ardhi.env\n');
  expect(first).toContain('volumes: ["data:/var/lib/ardhi"]\n');
  expect(text).toContain('  ardhi-2:\n    <<: *ardhi\n');
  expect(text).toMatch(/^volumes:\n(?: {2}\w+:\n)* {2}data:\n/m);
  expect(read('deploy/Dockerfile')).toContain('DATA_DIR=/var/lib/ardhi');
});

const compose = has('docker', 'compose', 'version') ? ['docker', 'compose'] : ['docker-compose'];
testWith('docker compose', has(...compose, 'version'), 'the compose file is valid', () => {
  copyFileSync(join(deploy, 'compose.yaml'), join(folder, 'compose.yaml'));
  for (const file of ['ardhi.env', 'database.password']) writeFileSync(join(folder, file), '');
  const output = run(...compose, '-f', join(folder, 'compose.yaml'), 'config');
  for (const service of ['database', 'ardhi-1', 'ardhi-2', 'proxy'])
    expect(output).toContain(`  ${service}:`);
});

testWith('systemd', has('systemd-analyze', '--version'), 'the systemd units are valid and sandboxed', () => {
  const units = readdirSync(join(deploy, 'systemd'));
  for (const unit of units)
    copyFileSync(join(deploy, 'systemd', unit), join(folder, unit.replace('@', '@3001')));
  const paths = units.map((unit) => join(folder, unit.replace('@', '@3001')));
  const { stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { env, encoding: 'utf8' });
  // A different location of Node or a missing document is not an error of the unit.
  expect(
    stderr.split('\n').filter((line) => line.includes(folder) && !line.includes('is not executable')),
  ).toEqual([]);
  for (const path of paths.filter((name) => name.endsWith('.service'))) {
    const output = spawnSync('systemd-analyze', ['security', '--offline=true', path], {
      env,
      encoding: 'utf8',
    }).stdout;
    expect(Number(/Overall exposure level for .*: ([\d.]+)/.exec(output)?.[1]), path).toBeLessThan(2);
  }
});

testWith('nginx', hasOpenssl && has('nginx', '-v'), 'nginx accepts the example', () => {
  const main = join(folder, 'main.conf');
  const site = withCertificate('nginx.conf');
  // `nginx -t` binds the ports, which needs root and free ports, so it uses sockets instead.
  writeFileSync(site, readFileSync(site, 'utf8').replace(/listen (\d+)/g, `listen unix:${folder}/$1.sock`));
  writeFileSync(
    main,
    `error_log stderr; pid ${folder}/nginx.pid; events {} http { access_log off; include ${site}; }`,
  );
  run('nginx', '-t', '-q', '-p', folder, '-c', main);
});

testWith('haproxy', hasOpenssl && has('haproxy', '-v'), 'HAProxy accepts the example', () => {
  run('haproxy', '-c', '-q', '-f', withCertificate('haproxy.cfg'));
});

testWith('promtool', has('promtool', '--version'), 'Prometheus accepts the rules, and they fire', () => {
  run('promtool', 'check', 'rules', join(deploy, 'prometheus/ardhi.rules.yml'));
  run('promtool', 'test', 'rules', join(deploy, 'prometheus/ardhi.rules.test.yml'));
  run('promtool', 'check', 'config', '--syntax-only', join(deploy, 'prometheus/prometheus.yml'));
});

describe('monitoring', () => {
  const rules = read('deploy/prometheus/ardhi.rules.yml');
  const dashboard = read('deploy/grafana/ardhi.json');

  test('rules and dashboard use metrics that the server exports', () => {
    const served = new Set(read('apps/api/src/system/metrics.ts').match(/ardhi_\w+/g));
    const used = new Set(`${rules}${dashboard}`.match(/ardhi_\w+/g));
    expect([...used].filter((name) => !served.has(name))).toEqual([]);
    expect([...served].filter((name) => !dashboard.includes(name) && !rules.includes(name))).toEqual([]);
    const { panels } = JSON.parse(dashboard);
    expect(panels.flatMap(({ targets }) => targets).every(({ expr }) => expr.length > 0)).toBe(true);
  });

  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);

  test('a test of the rules makes each alert fire', () => {
    const tests = read('deploy/prometheus/ardhi.rules.test.yml');
    const fired = [...tests.matchAll(/alertname: (\w+)\s+exp_alerts:\s+- exp_labels/g)].map(
      ([, name]) => name,
    );
    expect(alerts.filter((name) => !fired.includes(name))).toEqual([]);
  });

  test('docs/operations.md describes the response to each alert', () => {
    const text = read('docs/operations.md');
    expect(alerts.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
