/**
 * Minimal WebDriver client without dependencies: WebKit over HTTP through its driver, Firefox through Marionette, which
 * takes the same commands over TCP.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Command name in Marionette and path over HTTP. */
const COMMANDS = {
  navigate: ['WebDriver:Navigate', '/url'],
  execute: ['WebDriver:ExecuteScript', '/execute/sync'],
  clear: ['WebDriver:ElementClear', '/element/{id}/clear'],
  type: ['WebDriver:ElementSendKeys', '/element/{id}/value'],
  click: ['WebDriver:ElementClick', '/element/{id}/click'],
} as const;
type Send = (command: keyof typeof COMMANDS, params: Record<string, unknown>) => Promise<unknown>;
type Reply = { value: unknown } | null;
type Failure = { error: string; message: string } | null;

/** Key of an element reference in WebDriver's JSON. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const WEBKIT = 'http://127.0.0.1:16450';
const LIMIT_MS = 60_000;

/** Finds a visible field by label or a control by name, inside the open dialog if there is one. */
const FIND = `
  const [kind, name] = arguments;
  const scope = [...document.querySelectorAll('dialog[open], [role=dialog]')].at(-1) ?? document;
  const found = kind === 'field'
    ? [...scope.querySelectorAll('label')]
        .filter((label) => label.textContent.trim().startsWith(name)).map((label) => label.control)
    : [...scope.querySelectorAll('button'), ...scope.querySelectorAll('a')]
        .filter((control) => [control.ariaLabel, control.textContent.trim()].includes(name));
  return found.find((element) => element?.getClientRects().length > 0) ?? null;`;
const SHOWS = 'return document.body.innerText.includes(arguments[0])';
/** During a re-render an element may be gone or covered. */
const TRANSIENT_ERROR = /stale element|not interactable|click intercepted/;

async function until<Value>(what: string, work: () => Promise<Value> | Value): Promise<NonNullable<Value>> {
  let problem = 'not found';
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; await pause(50)) {
    try {
      const value = await work();
      if (value) return value;
    } catch (error) {
      problem = (error as Error).message;
      if (!TRANSIENT_ERROR.test(problem)) throw error;
    }
  }
  throw new Error(`${what}: ${problem}`);
}

export type Page = ReturnType<typeof pageOf>;
function pageOf(send: Send, keysOf = (text: string) => text) {
  const act = (kind: 'field' | 'control', name: string, work: (id: string) => Promise<unknown>) =>
    until(`${kind} ${name}`, async () => {
      const found = (await send('execute', { script: FIND, args: [kind, name] })) as Record<string, string>;
      if (found) await work(found[ELEMENT]!);
      return found;
    });
  return {
    goto: (url: string) => send('navigate', { url }),
    click: (name: string) => act('control', name, (id) => send('click', { id })),
    fill: (label: string, text: string) =>
      act('field', label, async (id) => {
        await send('clear', { id });
        await send('type', { id, text: keysOf(text) });
      }),
    shows: (text: string) => until(text, () => send('execute', { script: SHOWS, args: [text] })),
    text: () => send('execute', { script: 'return document.body.innerText', args: [] }),
  };
}

const children: ChildProcess[] = [];
function start(program: string, args: string[], options: SpawnOptions = {}): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', ...options });
  children.push(child);
  return child;
}

/** WebKit exits with its virtual screen. */
export async function closeBrowsers(): Promise<void> {
  for (const child of children.splice(0)) if (child.kill()) await once(child, 'exit');
}

export async function openFirefox(folder: string): Promise<Page> {
  writeFileSync(join(folder, 'user.js'), 'user_pref("marionette.port", 0);');
  start('firefox-esr', ['--headless', '--marionette', '--profile', folder]);
  const portFile = join(folder, 'MarionetteActivePort');
  const port = await until('Firefox', () =>
    existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : null,
  );
  const socket = connect(port, '127.0.0.1');
  const messages = messagesOf(socket);
  // The first message is the protocol greeting.
  await messages.next();
  const call = async (name: string, params: object) => {
    const text = JSON.stringify([0, 1, name, params]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , failure, reply] = (await messages.next()).value as [number, number, Failure, Reply];
    if (failure) throw new Error(`${failure.error}: ${failure.message}`);
    return reply?.value;
  };
  await call('WebDriver:NewSession', {});
  return pageOf((command, params) => call(COMMANDS[command][0], params));
}

/** Each message is its byte length, a colon and JSON. */
async function* messagesOf(socket: Socket): AsyncGenerator<unknown> {
  let rest = Buffer.alloc(0);
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    for (;;) {
      const colon = rest.indexOf(':');
      const end = colon + 1 + Number(rest.subarray(0, colon));
      if (colon < 0 || rest.length < end) break;
      yield JSON.parse(rest.subarray(colon + 1, end).toString());
      rest = rest.subarray(end);
    }
  }
}

export async function openWebKit(): Promise<Page> {
  const screen = start('Xvfb', ['-displayfd', '3'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [display] = await once(screen.stdio[3]!, 'data');
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, LC_ALL: 'C' };
  start('WebKitWebDriver', [`--port=${new URL(WEBKIT).port}`], { env });
  const call = async (path: string, body: object) => {
    const response = await fetch(`${WEBKIT}/session${path}`, { method: 'POST', body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(Object.values(value as object).join(': '));
    return value;
  };
  await until('WebKitWebDriver', () => fetch(`${WEBKIT}/status`).catch(() => null));
  const { sessionId } = (await call('', { capabilities: {} })) as { sessionId: string };
  return pageOf(
    (command, { id, ...params }) =>
      call(`/${sessionId}${COMMANDS[command][1].replace('{id}', String(id))}`, params),
    // WebKit's date field expects key presses in the order of this locale.
    (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$2/$3/$1'),
  );
}
