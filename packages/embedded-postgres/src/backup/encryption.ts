/** Encryption of backup files to public keys, in the format of age (age-encryption.org). */
import { closeSync, createReadStream, createWriteStream, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const HEADER = 'age-encryption.org/v1\n';

/** The file is intact as far as known, but this identity does not open it. */
export class IdentityError extends Error {}

// Loaded on demand: only encrypted backups need it.
const loadAge = () => import('age-encryption');

/** Writes `to` encrypted; holders of an identity of one of the recipients can read it. */
export async function encryptBackup(from: string, to: string, recipients: string[]): Promise<void> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt(webStream(createReadStream(from)));
  await pipeline(nodeStream(encrypted), createWriteStream(to, { mode: 0o600, flush: true }));
}

function isEncrypted(file: string): boolean {
  const start = Buffer.alloc(HEADER.length);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === HEADER;
}

/** Content of the file, decrypted if it is encrypted. `identity` is the content of a file of `age-keygen`. */
export async function openBackup(file: string, identity?: string): Promise<Readable> {
  if (!isEncrypted(file)) return createReadStream(file);
  if (identity === undefined) throw new IdentityError('is encrypted: add --identity FILE');
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  try {
    for (const line of identity.split(/\r?\n/))
      if (line.trim() && !line.startsWith('#')) decrypter.addIdentity(line.trim());
  } catch {
    // The message of the library could contain the key.
    throw new IdentityError('cannot be decrypted: the identity file holds no identity of age');
  }
  const content = await decrypter.decrypt(webStream(createReadStream(file))).catch((error: Error) => {
    if (/no identity matched/.test(error.message))
      throw new IdentityError('cannot be decrypted: it was encrypted to another key');
    throw error;
  });
  return nodeStream(content);
}

// Node's own types and those of the DOM describe the same streams.
const webStream = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>;
const nodeStream = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
