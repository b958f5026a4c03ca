import { spawn } from 'node:child_process';
import type { User } from './home.ts';

/** PostgreSQL must not see the server's environment, which contains mail and database passwords. */
export const environment = () => ({
  LC_ALL: 'C',
  PATH: process.env.PATH,
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP }),
});

interface Run {
  cwd: string;
  user: User | undefined;
  input?: string;
  fault: (output: string, code: number | null) => Error;
}

/** Runs a PostgreSQL program until it exits. */
export function run(file: string, options: string[], { cwd, user, input, fault }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, options, { cwd, env: environment(), windowsHide: true, ...user });
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(fault(output, code))));
    // If the program exits early, its exit code reports the failure.
    child.stdin.on('error', () => undefined).end(input);
  });
}

export function firstFault(output: string, code: number | null): string {
  const lines = output.split('\n').filter(Boolean);
  const fault = lines.find((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  return fault?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? `it ended with code ${code}`;
}
