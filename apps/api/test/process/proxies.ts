/** Runs the proxy examples of deploy/ in front of built servers, with ports and certificate of the test. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, vi } from 'vitest';

export type ProxyKind = 'nginx' | 'haproxy';

const deploy = fileURLToPath(new URL('../../../../deploy', import.meta.url));
const maintenancePage = fileURLToPath(new URL('../../../web/public/maintenance.html', import.meta.url));
// Debian installs programs for root in these folders.
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin` };

/** Program that is not installed on this machine, if any. */
export function missingFor(kind: ProxyKind): string | undefined {
  return ['openssl', kind].find(
    (name) => spawnSync(name, [name === 'openssl' ? 'version' : '-v'], { env }).error,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export interface RunningProxy {
  http: string;
  https: string;
  /** Uses keep-alive connections, as browsers do. */
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }>;
  stop(): Promise<void>;
}

/** `change` edits the example, for example to shorten intervals. */
export async function startProxy(
  kind: ProxyKind,
  ports: number[],
  change = (configuration: string) => configuration,
): Promise<RunningProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-proxy-'));
  chmodSync(folder, 0o755);
  const [plain, secure] = [await freePort(), await freePort()];
  const file = (name: string) => join(folder, name);
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(
        ' ',
      ),
      ...['-keyout', file('key.pem'), '-out', file('certificate.pem')],
    ],
    { stdio: 'pipe' },
  );
  const ca = readFileSync(file('certificate.pem'), 'utf8');
  writeFileSync(file('both.pem'), ca + readFileSync(file('key.pem'), 'utf8'));
  // A copy, since the proxy's user may not be able to read the project.
  copyFileSync(maintenancePage, file('maintenance.html'));
  const child = kind === 'nginx' ? startNginx() : startHaproxy();

  function startHaproxy(): ChildProcess {
    const servers = ports.map((port, index) => `    server s${index} 127.0.0.1:${port} check`).join('\n');
    const configuration = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
      .replace('bind :80\n', `bind 127.0.0.1:${plain}\n`)
      .replace('bind :443 ', `bind 127.0.0.1:${secure} `)
      .replace('/etc/haproxy/certificate.pem', file('both.pem'))
      .replaceAll('/etc/haproxy/maintenance.html', file('maintenance.html'))
      .replace(/( {4}server .*\n?)+/, `${servers}\n`);
    writeFileSync(file('haproxy.cfg'), change(configuration));
    return spawn('haproxy', ['-db', '-f', file('haproxy.cfg')], { env, stdio: 'ignore' });
  }

  function startNginx(): ChildProcess {
    const servers = ports.map((port) => `  server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;`).join('\n');
    const configuration = readFileSync(join(deploy, 'nginx.conf'), 'utf8')
      .replace('listen 80;', `listen 127.0.0.1:${plain};`)
      .replace('listen 443 ', `listen 127.0.0.1:${secure} `)
      .replaceAll('server_name ardhi.example;', 'server_name localhost;')
      .replace('/etc/nginx/ardhi.crt', file('certificate.pem'))
      .replace('/etc/nginx/ardhi.key', file('key.pem'))
      .replaceAll('/etc/nginx/ardhi-maintenance.html', file('maintenance.html'))
      .replace(/( {2}server 127.*\n)+/, `${servers}\n`);
    writeFileSync(file('site.conf'), change(configuration));
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${file(name)};`,
    );
    writeFileSync(
      file('nginx.conf'),
      `daemon off; error_log ${file('error')}; pid ${file('pid')}; events { worker_connections 4096; }
       http { access_log off; ${folders.join(' ')} include ${file('site.conf')}; }`,
    );
    return spawn('nginx', ['-p', folder, '-c', file('nginx.conf')], { env, stdio: 'ignore' });
  }

  const ended = once(child, 'exit');
  const agent = new Agent({ keepAlive: true, ca, maxSockets: 64 });
  const proxy: RunningProxy = {
    http: `http://localhost:${plain}`,
    https: `https://localhost:${secure}`,
    async get(path, headers = {}) {
      const sentRequest = request(`${proxy.https}${path}`, { agent, headers }).end();
      const [response] = await once(sentRequest, 'response');
      return { status: response.statusCode, headers: response.headers, body: await text(response) };
    },
    async stop() {
      agent.destroy();
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const ready = async () => {
    const response = await proxy.get('/api/ready').catch(() => undefined);
    return child.exitCode === null ? response?.status : `${kind} ended with ${child.exitCode}`;
  };
  await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 60_000, interval: 20 });
  return proxy;
}
