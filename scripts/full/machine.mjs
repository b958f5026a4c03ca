/** Virtual machine of the runbook test: Debian 12 in systemd-nspawn, with a booted systemd and a network of its own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../lib/project.mjs';

const SUITE = 'bookworm';
/** Installed beforehand, because the machine's network reaches nothing: `apt-get install` finds them present. */
const PACKAGES = [
  ...['systemd', 'systemd-sysv', 'dbus', 'sudo', 'curl', 'openssl', 'openssh-client'],
  ...['nginx', 'postgresql', 'pgbackrest', 'age'],
];
const BOOT_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 60_000;

export function lacksForMachine() {
  if (process.platform !== 'linux') return 'this is not Linux';
  if (process.getuid() !== 0) return 'only root can boot a system';
  const missing = ['systemd-nspawn', 'mmdebstrap', 'nsenter', 'ssh-keygen', 'openssl'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  return missing.length > 0 ? `${missing.join(', ')} not installed` : undefined;
}

/** From this machine's own package sources, if they are of the same Debian release. */
export function makeRoot(folder) {
  const isSame = readFileSync('/etc/os-release', 'utf8').includes(`VERSION_CODENAME=${SUITE}`);
  const sources = ['/etc/apt/sources.list', ...filesIn('/etc/apt/sources.list.d')].filter(existsSync);
  const { status, stderr } = spawnSync(
    'mmdebstrap',
    ['--variant=minbase', `--include=${PACKAGES.join(',')}`, SUITE, folder, ...(isSame ? sources : [])],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Fault(`the machine's root could not be made:\n${stderr}`);
}

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.(list|sources)$/.test(name))
        .map((name) => `${folder}/${name}`)
    : [];

/** Boots a root and calls `work` with it. Stops it afterwards and removes the root. */
export async function withMachine(folder, work) {
  const nspawn = spawn(
    'systemd-nspawn',
    [
      '--quiet',
      '--boot',
      '--private-network',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
      '--hostname=runbook',
      '-D',
      folder,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(nspawn, 'exit');
  const stopAtExit = () => nspawn.kill('SIGKILL');
  const shells = [];
  process.on('exit', stopAtExit);
  try {
    const leader = await leaderOf(nspawn);
    const inside = ['nsenter', '--target', leader, '--mount', '--uts', '--ipc', '--net', '--pid'];
    const [program, ...args] = [...inside, '--'];
    await booted(program, args, nspawn);
    await work({
      /** Output of a command in the machine; throws if it fails. */
      run: (...command) => execFileSync(program, [...args, ...command], { encoding: 'utf8' }),
      shell: () => {
        const shell = openShell([program, ...args]);
        shells.push(shell);
        return shell;
      },
    });
  } finally {
    // A shutdown stops all processes before it kills them, and nsenter would stay stopped.
    for (const shell of shells) shell.kill();
    // systemd in the machine shuts down on this signal.
    nspawn.kill('SIGTERM');
    const hasEnded = await Promise.race([ended, wait(STOP_LIMIT_MS, false, { ref: false })]);
    if (!hasEnded) {
      nspawn.kill('SIGKILL');
      await ended;
    }
    process.off('exit', stopAtExit);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function leaderOf(nspawn) {
  for (const started = Date.now(); Date.now() - started < BOOT_LIMIT_MS; await wait(100)) {
    if (nspawn.exitCode !== null) throw new Fault('systemd-nspawn ended before the machine booted');
    const children = readFileSync(`/proc/${nspawn.pid}/task/${nspawn.pid}/children`, 'utf8').trim();
    if (children) return children.split(' ')[0];
  }
  throw new Fault('the machine has no process');
}

async function booted(program, args, nspawn) {
  let state = '';
  for (const started = Date.now(); Date.now() - started < BOOT_LIMIT_MS; await wait(500)) {
    if (nspawn.exitCode !== null) throw new Fault('the machine stopped while it booted');
    state = spawnSync(program, [...args, 'systemctl', 'is-system-running'], {
      encoding: 'utf8',
    }).stdout.trim();
    if (state === 'running') return;
  }
  throw new Fault(`the machine did not boot: its systemd is ${state}`);
}

/** One shell for all blocks, as an operator has, which ends at the first error. */
function openShell([program, ...args]) {
  const shell = spawn(
    program,
    [...args, 'env', '-i', 'HOME=/root', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'bash'],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [shell.stdout, shell.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = once(shell, 'close');
  shell.stdin.write('exec 2>&1\nset -euo pipefail\n');
  let blocks = 0;
  return {
    /** Output of a block. It reads nothing from the shell's own input, which has the next blocks. */
    async run(script) {
      blocks += 1;
      const mark = `-- end of block ${blocks} --`;
      output = '';
      shell.stdin.write(`{\n${script}\n} < /dev/null\nprintf '\\n%s\\n' '${mark}'\n`);
      for (;;) {
        const end = output.indexOf(`\n${mark}\n`);
        if (end >= 0) return output.slice(0, end).trim();
        const hasEnded = await Promise.race([ended, wait(100, false)]);
        if (hasEnded && !output.includes(mark)) throw new Fault(output.trim());
      }
    },
    kill: () => shell.kill('SIGKILL'),
  };
}
