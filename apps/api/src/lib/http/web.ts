/**
 * Serves the built web: immutable hashed assets, prerendered pages by path and language, Not Found for the rest. For the
 * installed app: its manifest, its service worker and the app shell that the worker caches.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, PublicConfig } from '@ardhi/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../text/i18n.ts';
import { MAINTENANCE_PAGE } from './maintenance.ts';

/** Written by the web build: prerendered pages by path. */
interface PageTable {
  pages: Record<string, string>;
  /** Paths below these are routed in the browser. */
  prefixes: string[];
  notFound: string;
}

export async function webRoutes(
  server: FastifyInstance,
  webRoot: string,
  config: PublicConfig,
): Promise<void> {
  const table = JSON.parse(readFileSync(join(webRoot, 'pages.json'), 'utf8')) as PageTable;
  const pages = createPages(webRoot, config);

  await server.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    // `deny` would reveal that the file exists.
    dotfiles: 'ignore',
  });
  appRoutes(server, webRoot, pages);
  for (const file of topLevelFiles(webRoot)) {
    server.get(`/${file}`, (_request, reply) =>
      reply.sendFile(file, webRoot, { maxAge: 0, immutable: false, cacheControl: true }),
    );
  }

  // Missing paths under /api and /assets are handled by their own routes, or as an unknown call.
  server.get('/*', (request, reply) => {
    const path = request.url.split('?')[0]!.replace(/(.)\/+$/, '$1');
    if (isBelow(path, '/api')) return reply.callNotFound();
    const known =
      table.pages[path] ?? (table.prefixes.some((prefix) => isBelow(path, prefix)) ? 'app' : null);
    const page = pages(known ?? table.notFound, languageFor(request));
    return sendPage(request, reply.code(known ? 200 : 404), page);
  });
}

type Pages = ReturnType<typeof createPages>;

function appRoutes(server: FastifyInstance, webRoot: string, pages: Pages): void {
  for (const language of ['en', 'sw'] as const) {
    server.get(`/shell/${language}`, (request, reply) => sendPage(request, reply, pages('app', language)));
  }

  server.get('/manifest.webmanifest', (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie, accept-language, accept-encoding')
      .type('application/manifest+json')
      .send(readFileSync(join(webRoot, 'pages', `manifest.${languageFor(request)}.webmanifest`), 'utf8')),
  );

  // The worker caches the shells only with these hashes. They include the configuration: if it changes, so does the
  // script, and browsers install the new worker.
  const shellHash = (language: Language) =>
    createHash('sha256').update(pages('app', language).body).digest('base64').replace('=', '');
  const shellHashes = JSON.stringify({ en: shellHash('en'), sw: shellHash('sw') });
  const worker = readFileSync(join(webRoot, 'sw.js'), 'utf8');
  const script = withEtag(`self.shellHashes=${shellHashes};\n${worker}`);
  server.get('/sw.js', (request, reply) => {
    reply.header('service-worker-allowed', '/').type('text/javascript; charset=utf-8');
    return sendWithEtag(request, reply, script);
  });
}

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

/** Not served as static files. */
const NON_STATIC_FILES = new Set(['pages.json', 'sw.js', MAINTENANCE_PAGE]);

function topLevelFiles(webRoot: string): string[] {
  return readdirSync(webRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && !NON_STATIC_FILES.has(entry.name))
    .map(({ name }) => name);
}

/** The user's choice, else the browser's preference. */
function languageFor(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)lang=(en|sw)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (chosen as Language | undefined) ?? languageOf(request.headers['accept-language']);
}

interface ServedPage {
  body: string;
  etag: string;
}

/** Pages with the configuration inserted, each built once. */
function createPages(webRoot: string, config: PublicConfig) {
  const cache = new Map<string, ServedPage>();
  return (name: string, language: Language): ServedPage => {
    const key = `${name}.${language}`;
    const known = cache.get(key);
    if (known) return known;
    const page = withEtag(insertConfig(readFileSync(join(webRoot, 'pages', `${key}.html`), 'utf8'), config));
    cache.set(key, page);
    return page;
  };
}

const withEtag = (body: string): ServedPage => ({ body, etag: `W/"${hash(body)}"` });

function insertConfig(html: string, config: PublicConfig): string {
  const { email, phone, address } = config.contact;
  const values: Record<string, string> = {
    // In a script element only the less-than sign can end the data.
    '%CONFIG%': JSON.stringify(config).replaceAll('<', '\\u003c'),
    '%CONTACT_EMAIL%': escapeHtml(email),
    '%CONTACT_PHONE%': escapeHtml(phone),
    '%CONTACT_ADDRESS%': escapeHtml(address),
    '%OPERATOR%': escapeHtml(config.operator),
  };
  return html.replace(/%[A-Z_]+%/g, (token) => values[token] ?? token);
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 20);

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ServedPage): FastifyReply {
  reply.header('vary', 'cookie, accept-language, accept-encoding').type('text/html; charset=utf-8');
  return sendWithEtag(request, reply, page);
}

function sendWithEtag(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: ServedPage,
): FastifyReply {
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (reply.statusCode === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.send(body);
}
