/** Encryption of push messages for the browser (RFC 8291), and the server's signature for the push service (RFC 8292). */
import { createCipheriv, createECDH, createPrivateKey, ECDH, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { PushSettings } from '../../lib/settings/push-settings.ts';

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
/** After the only record. */
const LAST_RECORD = Buffer.from([2]);
const SIGNED_SECONDS = 12 * 60 * 60;

export interface BrowserKeys {
  /** Public key and secret of the browser, in base64url. */
  p256dh: string;
  auth: string;
}

/** Whether it is a point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, CURVE, 'base64url');
    return true;
  } catch {
    return false;
  }
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
const infoOf = (name: string, ...keys: Buffer[]) => Buffer.concat([Buffer.from(`${name}\0`), ...keys]);

/** Content coding aes128gcm, with one record. `salt` and `privateKey` are random except in a test. */
export function encrypt(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { salt = randomBytes(16), privateKey }: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const own = createECDH(CURVE);
  if (privateKey) own.setPrivateKey(privateKey);
  else own.generateKeys();
  const ownKey = own.getPublicKey();
  const shared = derive(
    own.computeSecret(browserKey),
    Buffer.from(auth, 'base64url'),
    infoOf('WebPush: info', browserKey, ownKey),
    32,
  );
  const key = derive(shared, salt, infoOf('Content-Encoding: aes128gcm'), 16);
  const nonce = derive(shared, salt, infoOf('Content-Encoding: nonce'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = Buffer.concat([cipher.update(text), cipher.update(LAST_RECORD), cipher.final()]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, head, ownKey, record, cipher.getAuthTag()]);
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** `Authorization` header (VAPID): proves to the push service that the subscription is ours. */
export function authorization({ publicKey, privateKey, contact }: PushSettings, origin: string): string {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const exp = Math.floor(Date.now() / 1000) + SIGNED_SECONDS;
  const claims = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode({ aud: origin, exp, sub: contact })}`;
  const signature = sign('sha256', Buffer.from(claims), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${claims}.${signature.toString('base64url')}, k=${publicKey}`;
}
