/** The built server as a separate process, as an operator would run it. */
import { type ChildProcess, type SpawnOptionsWithoutStdio as SpawnOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { settingNames } from '../../src/lib/settings/setting-names.ts';

const built = fileURLToPath(new URL('../../dist/server.js', import.meta.url));

export interface RunningServer extends Launched {
  url: string;
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Environment without settings: the developer's own database and port must not affect the tests. */
export function environmentOfTests(): NodeJS.ProcessEnv {
  const settings = settingNames();
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !settings.includes(name) && !name.startsWith('PG')),
  );
}

/** Runs the server in its own terminal; `script` is part of util-linux. */
const IN_TERMINAL = ['script', '-qfec', `exec ${process.execPath} ${built}`, '/dev/null'];

function launch(
  variables: Record<string, string>,
  { terminal, ...options }: SpawnOptions & { terminal?: boolean } = {},
) {
  const [file = '', ...args] = terminal ? IN_TERMINAL : [process.execPath, built];
  const child = spawn(file, args, {
    ...options,
    env: {
      ...environmentOfTests(),
      PORT: '0',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '0',
      GOVERNMENT_SIGNUP: 'open',
      APP_SECRET: 'a-secret-of-the-tests-with-32-characters',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })));
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      for (const listener of listeners) listener();
    });
  }
  return { child, ended, output: () => output, listeners };
}

export interface Launched {
  process: ChildProcess;
  output(): string;
  /** Waits for output that matches. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  /** Sends the signal, waits for the exit and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts a server without waiting for it. */
export function launchServer(
  variables: Record<string, string>,
  options: { terminal?: boolean } = {},
): Launched {
  const { child, ended, output, listeners } = launch(variables, options);
  return {
    process: child,
    output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const found = pattern.exec(output());
          if (found) resolve(found);
        };
        listeners.add(check);
        check();
        void ended.then(({ code }) => reject(new Error(`The server ended with ${code}: ${output()}`)));
      }),
    async end(signal) {
      child.kill(signal);
      return (await ended).code;
    },
  };
}

/** Starts a server and waits until it prints its address. */
export async function startServer(
  variables: Record<string, string>,
  options: { terminal?: boolean } = {},
): Promise<RunningServer> {
  const launched = launchServer(variables, options);
  const [, url = ''] = await launched.says(/Ardhi is at (\S+)/);
  return { ...launched, url };
}

const EXIT_TIMEOUT_MS = 40_000;

/** For a server that is expected to exit by itself. Root can run it as another user. */
export function runUntilExit(
  variables: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): Promise<Ended> {
  return launch(variables, { ...user, timeout: EXIT_TIMEOUT_MS, killSignal: 'SIGKILL' }).ended;
}

export const builtServer = built;
