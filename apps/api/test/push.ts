/** Web push in tests: settings, and a push service that decrypts what it gets. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PushMessage } from '@ardhi/contract';
import type { Connect } from '../src/records/push/delivery.ts';

/** The server's key of the example in RFC 8291. */
export const PUSH_SETTINGS = {
  PUSH_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  PUSH_CONTACT: 'mailto:office@test.example',
};

/** The keys of a browser, with what it decrypts. */
export function testBrowser(path = randomBytes(8).toString('hex')) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
  return {
    path: `/wpush/${path}`,
    subscription: {
      endpoint: `https://updates.push.services.mozilla.com/wpush/${path}`,
      keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    /** As in RFC 8291, from the other side. */
    decrypt(body: Buffer): PushMessage {
      const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const shared = hkdf(pair.computeSecret(sender), auth, info, 32);
      const key = hkdf(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
    },
  };
}

/** The claims of an `Authorization` header, if its signature is right. */
export function signedClaims(header: string): { aud: string; exp: number; sub: string } {
  const [, head, claims, signature, key] = /^vapid t=(.+)\.(.+)\.(.+), k=(.+)$/.exec(header)!;
  const point = Buffer.from(key!, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature!, 'base64url'),
  );
  if (!isRight) throw new Error('the signature is wrong');
  return JSON.parse(Buffer.from(claims!, 'base64url').toString());
}

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** Without TLS; `connect` leads there instead of to the host of the address. */
export async function pushService() {
  const received: Received[] = [];
  const state = { status: 201 };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    received.push({ path: incoming.url!, headers: incoming.headers, body: Buffer.concat(chunks) });
    response.writeHead(state.status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const connect: Connect = (options) => request({ ...options, host: '127.0.0.1', port });
  return {
    received,
    state,
    connect,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
