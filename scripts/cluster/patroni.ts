/** Three-node PostgreSQL cluster: etcd, Patroni and PostgreSQL on each node, with strict synchronous replication. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Node, nodes, runOn } from './network.ts';

const PASSWORD = 'ardhi';
const POLL_MS = 100;
const READY_LIMIT_MS = 180_000;

/** Starts all programs of a node, also after they were killed. */
export function startNode(node: Node, folder: string): void {
  startEtcd(node, folder);
  const config = join(folder, `${node.name}.json`);
  writeFileSync(config, JSON.stringify(patroniConfig(node, folder)));
  runOn(node, join(folder, `${node.name}-patroni.log`), ['patroni', config]);
}

export function makeFolders(folder: string): void {
  for (const { name } of nodes) mkdirSync(join(folder, name), { mode: 0o700 });
  execFileSync('chown', ['-R', 'postgres:postgres', folder]);
}

const peer = ({ address }: Node) => `http://${address}:2380`;
const client = ({ address }: Node) => `http://${address}:2379`;

function startEtcd(node: Node, folder: string): void {
  runOn(node, join(folder, `${node.name}-etcd.log`), [
    'etcd',
    `--name=${node.name}`,
    `--data-dir=${join(folder, node.name, 'etcd')}`,
    `--listen-peer-urls=${peer(node)}`,
    `--initial-advertise-peer-urls=${peer(node)}`,
    `--listen-client-urls=${client(node)}`,
    `--advertise-client-urls=${client(node)}`,
    `--initial-cluster=${nodes.map((one) => `${one.name}=${peer(one)}`).join(',')}`,
    '--initial-cluster-state=new',
    '--enable-v2=true',
  ]);
}

function patroniConfig({ name, address }: Node, folder: string) {
  const account = (username: string) => ({ username, password: PASSWORD });
  return {
    scope: 'ardhi',
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    // With the v3 API, Patroni 3.0's key cache goes stale when an etcd is frozen or killed.
    etcd: { hosts: nodes.map((node) => `${node.address}:2379`) },
    bootstrap: {
      dcs: {
        // The minimum that Patroni accepts. There is no leader for this long after one has vanished.
        ttl: 20,
        loop_wait: 2,
        retry_timeout: 3,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 100,
            shared_buffers: '64MB',
            wal_keep_size: '1GB',
            wal_log_hints: 'on',
            wal_sender_timeout: '5s',
            wal_receiver_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }],
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      bin_dir: '/usr/lib/postgresql/15/bin',
      data_dir: join(folder, name, 'pg'),
      pgpass: join(folder, name, 'pgpass'),
      authentication: { superuser: account('postgres'), replication: account('replicator') },
      parameters: { unix_socket_directories: join(folder, name) },
      pg_hba: [
        'local all all trust',
        'host all all 0.0.0.0/0 scram-sha-256',
        'host replication all 0.0.0.0/0 scram-sha-256',
      ],
    },
  };
}

interface Member {
  name: string;
  role: string;
}

/** Cluster members as reported by Patroni on that node. */
async function membersSeenBy({ address }: Node): Promise<Member[]> {
  const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) });
  return ((await response.json()) as { members: Member[] }).members;
}

/** True if both other nodes replicate from this one, one of them synchronously. */
async function isFollowed(node: Node): Promise<boolean> {
  const rows = await queryOn<{ sync_state: string }>(
    node,
    'postgres',
    `select sync_state from pg_stat_replication where state = 'streaming'`,
  ).catch(() => []);
  return rows.length === nodes.length - 1 && rows.some(({ sync_state }) => sync_state === 'sync');
}

/** Waits for a complete cluster and returns its leader: all nodes agree on it, and both others replicate from it. */
export async function untilClusterComplete(): Promise<Node> {
  const end = Date.now() + READY_LIMIT_MS;
  let views: Member[][] = [];
  while (Date.now() < end) {
    views = await Promise.all(nodes.map((node) => membersSeenBy(node).catch(() => [])));
    const leaders = views.map((view) => view.find(({ role }) => role === 'leader')?.name);
    const leader = nodes.find(({ name }) => leaders.every((one) => one === name));
    const isSynchronous = views.every((view) => view.some(({ role }) => role === 'sync_standby'));
    if (leader && isSynchronous && (await isFollowed(leader))) return leader;
    await pause(POLL_MS);
  }
  throw new Error(`the cluster is not complete: ${JSON.stringify(views)}`);
}

const urlOf = (hosts: Node[], user: string, database: string) =>
  `postgres://${user}:${PASSWORD}@${hosts.map(({ address }) => `${address}:5432`).join(',')}/${database}`;

export const APP_URL = `${urlOf(nodes, 'ardhi', 'ardhi')}?target_session_attrs=read-write`;

export async function queryOn<Row extends pg.QueryResultRow>(
  node: Node,
  database: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const connection = new pg.Client({
    connectionString: urlOf([node], 'postgres', database),
    connectionTimeoutMillis: 1000,
    query_timeout: 10_000,
  });
  connection.on('error', () => undefined);
  await connection.connect();
  try {
    return (await connection.query<Row>(statement, values)).rows;
  } finally {
    connection.end().catch(() => undefined);
  }
}

/** Null if the node does not respond. */
async function isStandby(node: Node): Promise<boolean | null> {
  return queryOn<{ standby: boolean }>(node, 'postgres', 'select pg_is_in_recovery() as standby')
    .then(([row]) => row!.standby)
    .catch(() => null);
}

/** Waits until one of the nodes is the primary; returns the node and the time of detection. */
export async function untilPromoted(candidates: Node[]): Promise<{ node: Node; at: number }> {
  const end = Date.now() + READY_LIMIT_MS;
  while (Date.now() < end) {
    for (const node of candidates)
      if ((await isStandby(node)) === false) return { node, at: performance.now() };
    await pause(POLL_MS);
  }
  throw new Error('no standby was promoted');
}

export async function createAppDatabase(leader: Node): Promise<void> {
  await queryOn(leader, 'postgres', `create role ardhi login password '${PASSWORD}'`);
  await queryOn(leader, 'postgres', 'create database ardhi owner ardhi');
}
