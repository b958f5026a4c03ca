/** Derives keys from APP_SECRET, or from a file in the data folder that is excluded from back-ups. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, EnvError } from './env.ts';

export type SecretSource = Pick<Env, 'appSecrets' | 'dataDir'>;

/** Newest first: older ones decrypt data from before a rotation. */
function secretsOf({ appSecrets, dataDir }: SecretSource): string[] {
  if (appSecrets.length > 0) return appSecrets;
  const file = join(dataDir, 'app-secret');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!existsSync(file)) createWhole(file, `${randomBytes(32).toString('hex')}\n`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST')
      throw new EnvError(
        `APP_SECRET is not set, and DATA_DIR ${dataDir} cannot keep one (${code}): set APP_SECRET, or DATA_DIR to a folder of your own`,
      );
  }
  return readFileSync(file, 'utf8').split(/\s+/).filter(Boolean);
}

/** Of two processes that start together on one folder, one creates the file and both read it whole. */
function createWhole(file: string, text: string): void {
  const partial = `${file}.${randomBytes(4).toString('hex')}`;
  writeFileSync(partial, text, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(partial, file);
  } finally {
    rmSync(partial);
  }
}

const keyFor = (purpose: string, secret: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
const sealingKey = (secret: string) => keyFor('ardhi second factor', secret);

/** Key for one purpose, derived from the newest secret. */
export const derivedKey = (source: SecretSource, purpose: string) => keyFor(purpose, secretsOf(source)[0]!);

const fingerprintOf = (secret: string) => keyFor('ardhi fingerprint', secret).toString('hex').slice(0, 8);

/** Shows whether processes have the same secret, without revealing it. */
export const secretFingerprint = (source: SecretSource): string => fingerprintOf(secretsOf(source)[0]!);

/** For commands, which create no secret: null if there is none. */
export function existingFingerprint({ appSecrets, dataDir }: SecretSource): string | null {
  const secret = appSecrets[0] ?? storedSecret(join(dataDir, 'app-secret'));
  return secret ? fingerprintOf(secret) : null;
}

function storedSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').split(/\s+/)[0];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function seal(source: SecretSource, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secretsOf(source)[0]!), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Null if no key fits: the secret was lost, or replaced without listing the old one. */
export function unseal(source: SecretSource, sealed: Buffer): string | null {
  for (const secret of secretsOf(source)) {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      // Encrypted with another secret.
    }
  }
  return null;
}
