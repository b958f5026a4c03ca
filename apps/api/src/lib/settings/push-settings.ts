/** Settings of web push. The public key is derived, so that the two cannot be mixed up. */
import { createECDH } from 'node:crypto';
import { fail, list, quoted, type Read } from './env-values.ts';

export interface PushSettings {
  /** Both in base64url. */
  publicKey: string;
  privateKey: string;
  /** Tells the push services how to reach the operator. */
  contact: string;
  /** Names of push services; `*.` for all below a domain. */
  hosts: string[];
}

/** Of Chrome, Firefox, Safari and Edge. */
const DEFAULT_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

const PRIVATE_KEY_BYTES = 32;

/** A new pair of keys. */
export function newPushKey(): string {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const key = pair.getPrivateKey();
  // Without leading zeros it may be shorter.
  return Buffer.concat([Buffer.alloc(PRIVATE_KEY_BYTES - key.length), key]).toString('base64url');
}

export function pushSettings(read: Read, publicUrl: string | null): PushSettings | null {
  const hosts = pushHosts(read);
  const contact = pushContact(read) ?? publicUrl;
  const privateKey = read('PUSH_PRIVATE_KEY');
  if (privateKey === null) return null;
  const publicKey = publicKeyOf(privateKey);
  if (!contact?.match(CONTACT)) return fail('PUSH_PRIVATE_KEY', 'is set without PUSH_CONTACT', CONTACT_FIX);
  return { publicKey, privateKey, contact, hosts };
}

/** Push services accept no others. */
const CONTACT = /^(https:\/\/|mailto:[^@\s]+@)[^@\s]+$/;
const CONTACT_FIX = 'use an https address, or mailto: and a mail address';

function pushContact(read: Read): string | null {
  const contact = read('PUSH_CONTACT');
  if (contact !== null && !CONTACT.test(contact)) fail('PUSH_CONTACT', `is ${quoted(contact)}`, CONTACT_FIX);
  return contact;
}

/** Never printed: it is a secret. */
function publicKeyOf(privateKey: string): string {
  try {
    const bytes = Buffer.from(privateKey, 'base64url');
    if (bytes.length !== PRIVATE_KEY_BYTES) throw new RangeError();
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(bytes);
    return pair.getPublicKey('base64url');
  } catch {
    return fail('PUSH_PRIVATE_KEY', 'is not a key', 'use the one that `npm run admin -- push-keys` prints');
  }
}

/** Only names: an address in digits could be one of our own network. */
function pushHosts(read: Read): string[] {
  const hosts = list(read, 'PUSH_HOSTS').map((host) => host.toLowerCase());
  const wrong = hosts.find((host) => !/^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/.test(host));
  if (wrong !== undefined)
    fail(
      'PUSH_HOSTS',
      `has ${quoted(wrong)}`,
      'list names such as fcm.googleapis.com or *.push.apple.com, separated by commas',
    );
  return hosts.length > 0 ? hosts : DEFAULT_HOSTS;
}
