/** Virtual hosts: a bridge and one network namespace per host. A host can be partitioned without an error. */
import { execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { openSync } from 'node:fs';

const NET = '10.213.19';
const BRIDGE = 'ardhi-br';

export interface Node {
  name: string;
  address: string;
  namespace: string;
  port: string;
}

export const nodes: Node[] = [2, 3, 4].map((number) => ({
  name: `node${number}`,
  address: `${NET}.${number}`,
  namespace: `ardhi-${number}`,
  port: `ardhi-p${number}`,
}));

const ip = (...args: string[]) => execFileSync('ip', args, { encoding: 'utf8' });

export function makeNetwork(): void {
  removeNetwork();
  ip('link', 'add', BRIDGE, 'type', 'bridge');
  ip('address', 'add', `${NET}.1/24`, 'dev', BRIDGE);
  ip('link', 'set', BRIDGE, 'up');
  for (const { namespace, port, address } of nodes) {
    ip('netns', 'add', namespace);
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    ip('link', 'set', port, 'master', BRIDGE, 'up');
    ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    ip('-n', namespace, 'link', 'set', 'eth0', 'up');
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
  }
}

/** Also kills processes in it, including those of a killed earlier run. */
export function removeNetwork(): void {
  for (const { namespace, port } of nodes) {
    signal({ namespace }, 'SIGKILL');
    quietly('link', 'del', port);
    quietly('netns', 'del', namespace);
  }
  quietly('link', 'del', BRIDGE);
}

function quietly(...args: string[]): void {
  try {
    execFileSync('ip', args, { stdio: 'ignore' });
  } catch {
    // It did not exist.
  }
}

/** Drops packets in both directions without an error. */
export const partition = ({ port }: Node) => ip('link', 'set', port, 'down');
export const rejoin = ({ port }: Node) => ip('link', 'set', port, 'up');

/** Signals every process on the host. */
export function signal({ namespace }: Pick<Node, 'namespace'>, name: NodeJS.Signals): void {
  for (const pid of pids(namespace))
    try {
      process.kill(pid, name);
    } catch {
      // The process has already exited.
    }
}

function pids(namespace: string): number[] {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore'];
    const lines = execFileSync('ip', ['netns', 'pids', namespace], { encoding: 'utf8', stdio }).split('\n');
    return lines.filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Runs a program on the host as the user postgres. */
export function runOn({ namespace }: Node, logFile: string, command: string[]): void {
  const log = openSync(logFile, 'a');
  const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'];
  spawn('ip', ['netns', 'exec', namespace, ...asPostgres, ...command], {
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8' },
    cwd: '/',
  }).unref();
}
