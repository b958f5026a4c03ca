/** Settings of commands, which run by hand beside the service and must find the same database. */
import { existsSync, readFileSync } from 'node:fs';
import { type Env, EnvError, readEnv } from './env.ts';

/** Settings and data folder of the systemd units in deploy/. */
const SERVICE = { file: '/etc/ardhi/ardhi.env', dataDir: '/var/lib/ardhi' };

const DATABASE_NAMES = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL', 'DATA_DIR'];

export interface CommandSettings {
  env: Env;
  /** Source of `env`. */
  variables: Record<string, string | undefined>;
  /** The service's file, if it was used. */
  file: string | null;
}

/**
 * A database that the environment names is used with the environment alone: an owner's address from the service's file
 * would send a restore drill to the real database. Otherwise the service's file applies, if there is one.
 */
export function readCommandSettings(
  defaultDataDir: string,
  variables: Record<string, string | undefined> = process.env,
  service = SERVICE,
): CommandSettings {
  const isNamed = DATABASE_NAMES.some((name) => variables[name]?.trim());
  const useService = !isNamed && existsSync(service.file);
  const used = useService
    ? { DATA_DIR: service.dataDir, ...variables, ...parseEnvironmentFile(readService(service.file)) }
    : { DATA_DIR: defaultDataDir, ...withoutEmpty(variables) };
  return { env: readEnv(used), variables: used, file: useService ? service.file : null };
}

function readService(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new EnvError(
      `${file} cannot be read (${(error as NodeJS.ErrnoException).code}): run this command as root or as the user ardhi`,
    );
  }
}

const withoutEmpty = (variables: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));

/** systemd's EnvironmentFile: unlike in other .env files, a # within a line is part of the value. */
function parseEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line));
  const entries = lines.flatMap((found) => (found ? [[found[1]!, withoutQuotes(found[2]!)]] : []));
  return withoutEmpty(Object.fromEntries(entries)) as Record<string, string>;
}

const withoutQuotes = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
