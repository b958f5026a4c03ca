import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readEnv } from '../settings/env.ts';
import { securityHeaders } from './security.ts';

/** Sources allowed by the content security policy, by directive. */
async function policyFor(variables: Record<string, string>): Promise<Record<string, string>> {
  const server = Fastify();
  await securityHeaders(server, readEnv(variables));
  server.get('/', async () => '');
  const { headers } = await server.inject('/');
  await server.close();
  const directives = String(headers['content-security-policy']).split(';');
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
}

describe('content security policy', () => {
  it('allows map tiles from BASEMAP_URL, and nothing else from that host', async () => {
    const policy = await policyFor({ BASEMAP_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=1' });
    expect(policy).toMatchObject({
      'connect-src': "'self' https://tiles.example",
      'img-src': "'self' data: blob: https://tiles.example",
      'script-src': "'self'",
      'default-src': "'self'",
    });
  });

  it('allows satellite pictures from IMAGERY_URL, and each host once', async () => {
    const policy = await policyFor({
      BASEMAP_URL: 'https://tiles.example/style.json',
      IMAGERY_URL: 'https://tiles.example/sat/{z}/{x}/{y}.jpg',
    });
    expect(policy).toMatchObject({
      'connect-src': "'self' https://tiles.example",
      'img-src': "'self' data: blob: https://tiles.example",
    });
    expect(await policyFor({ IMAGERY_URL: 'https://sat.example/{z}/{x}/{y}.jpg' })).toMatchObject({
      'connect-src': "'self' https://sat.example",
    });
  });

  it('allows no other host with the bundled or a self-hosted basemap', async () => {
    for (const basemap of ['', '/tiles/{z}/{x}/{y}.png'])
      expect(await policyFor({ BASEMAP_URL: basemap })).toMatchObject({
        'connect-src': "'self'",
        'img-src': "'self' data: blob:",
        'worker-src': "'self' blob:",
      });
  });
});
