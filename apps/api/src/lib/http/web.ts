/**
 * Serves the built web: hashed assets for ever, prerendered pages by address and language, Not Found for the rest; and for
 * the installed app its manifest, its service worker and the empty page that the worker keeps on the device.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, PublicConfig } from '@ardhi/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../text/i18n.ts';

/** Written by the web's build: which prerendered page answers which address. */
interface PageTable {
  pages: Record<string, string>;
  /** Below these only the browser knows what to show. */
  prefixes: string[];
  notFound: string;
}

export async function webRoutes(
  server: FastifyInstance,
  webRoot: string,
  config: PublicConfig,
): Promise<void> {
  const table = JSON.parse(readFileSync(join(webRoot, 'pages.json'), 'utf8')) as PageTable;
  const pages = createPages(webRoot);

  await server.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // Denied would tell that there is something.
    dotfiles: 'ignore',
  });
  appRoutes(server, webRoot, pages, config);
  for (const file of filesAtTheTop(webRoot)) {
    server.get(`/${file}`, (_request, reply) =>
      reply.sendFile(file, webRoot, { maxAge: 0, immutable: false, cacheControl: true }),
    );
  }

  // Under /api and /assets what is not there is answered by their own routes, or as an unknown call.
  server.get('/*', (request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/+$/, '$1');
    if (isBelow(path, '/api')) return reply.callNotFound();
    const known =
      table.pages[path] ?? (table.prefixes.some((prefix) => isBelow(path, prefix)) ? 'app' : null);
    const page = pages(known ?? table.notFound, languageFor(request), config);
    return sendPage(request, reply.code(known ? 200 : 404), page);
  });
}

type Pages = (name: string, language: Language, config: PublicConfig) => ServedPage;

function appRoutes(server: FastifyInstance, webRoot: string, pages: Pages, config: PublicConfig): void {
  for (const language of ['en', 'sw'] as const) {
    server.get(`/shell/${language}`, (request, reply) =>
      sendPage(request, reply, pages('app', language, config)),
    );
  }

  server.get('/manifest.webmanifest', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language, accept-encoding')
      .type('application/manifest+json')
      .send(readFileSync(join(webRoot, 'pages', `manifest.${languageFor(request)}.webmanifest`), 'utf8')),
  );

  const worker = readFileSync(join(webRoot, 'sw.js'), 'utf8');
  server.get('/sw.js', (request, reply) => {
    // The configuration stands in the page that the worker keeps: another configuration is another worker.
    const script = `${worker}\n// ${hash(JSON.stringify(config))}\n`;
    reply.header('service-worker-allowed', '/').type('text/javascript; charset=utf-8');
    return sendUnlessKnown(request, reply, { body: script, etag: `W/"${hash(script)}"` });
  });
}

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Not sent as they lie there. */
const MADE_ANEW = new Set(['pages.json', 'sw.js']);

function filesAtTheTop(webRoot: string): string[] {
  return readdirSync(webRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !MADE_ANEW.has(entry.name))
    .map(({ name }) => name);
}

/** What the person chose, else what the browser asks for. */
function languageFor(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)lang=(en|sw)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (chosen as Language | undefined) ?? languageOf(request.headers['accept-language']);
}

interface ServedPage {
  body: string;
  etag: string;
}

/** Pages with the configuration put in, each made once. */
function createPages(webRoot: string) {
  const made = new Map<string, ServedPage>();
  let madeFor = '';
  return (name: string, language: Language, config: PublicConfig): ServedPage => {
    const configJson = JSON.stringify(config);
    if (configJson !== madeFor) made.clear();
    madeFor = configJson;
    const key = `${name}.${language}`;
    const known = made.get(key);
    if (known) return known;
    const html = putIn(readFileSync(join(webRoot, 'pages', `${key}.html`), 'utf8'), config, configJson);
    const page = { body: html, etag: `W/"${hash(html)}"` };
    made.set(key, page);
    return page;
  };
}

function putIn(html: string, { contact }: PublicConfig, configJson: string): string {
  const values: Record<string, string> = {
    // In a script element only the less-than sign can end the data.
    '%CONFIG%': configJson.replaceAll('<', '\\u003c'),
    '%CONTACT_EMAIL%': escapeHtml(contact.email),
    '%CONTACT_PHONE%': escapeHtml(contact.phone),
    '%CONTACT_ADDRESS%': escapeHtml(contact.address),
  };
  return html.replace(
    /%(CONFIG|CONTACT_EMAIL|CONTACT_PHONE|CONTACT_ADDRESS)%/g,
    (token) => values[token] ?? token,
  );
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 20);

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ServedPage): FastifyReply {
  reply.header('vary', 'cookie, accept-language, accept-encoding').type('text/html; charset=utf-8');
  return sendUnlessKnown(request, reply, page);
}

function sendUnlessKnown(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: ServedPage,
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.send(body);
}
