/** Serves the built web: hashed assets for ever, prerendered pages by address and language, Not Found for the rest. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language, PublicConfig } from '@ardhi/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './words.ts';

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
  config: (request: FastifyRequest) => PublicConfig,
): Promise<void> {
  const table = JSON.parse(readFileSync(join(webRoot, 'pages.json'), 'utf8')) as PageTable;
  const pages = createPages(webRoot);

  await server.register(fastifyStatic, {
    root: join(webRoot, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
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
    const page = pages(known ?? table.notFound, languageFor(request), config(request));
    return sendPage(request, reply.code(known ? 200 : 404), page);
  });
}

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

function filesAtTheTop(webRoot: string): string[] {
  return readdirSync(webRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name) && entry.name !== 'pages.json')
    .map(({ name }) => name);
}

/** What the person chose, else what the browser asks for. */
function languageFor(request: FastifyRequest): Language {
  const chosen = /(?:^|;\s*)lang=(en|sw)(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
  return (chosen as Language | undefined) ?? languageOf(request.headers['accept-language']);
}

interface ServedPage {
  html: string;
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
    const page = { html, etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 20)}"` };
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

function sendPage(request: FastifyRequest, reply: FastifyReply, page: ServedPage): FastifyReply {
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('etag', page.etag)
    .type('text/html; charset=utf-8');
  if (reply.statusCode === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send();
  return reply.send(page.html);
}
