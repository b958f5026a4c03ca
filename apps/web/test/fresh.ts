/**
 * Runs before each file, in the page that all files of a worker share, since making one costs more than most files do:
 * what the file before left in the page is gone.
 */
type Listener = Parameters<typeof window.addEventListener>;

interface Page {
  globals: Map<string, PropertyDescriptor>;
  listeners: Listener[];
}

const shared = globalThis as typeof globalThis & {
  jsdom: { cookieJar: { removeAllCookiesSync(): void } };
  pageOfTests?: Page;
};

shared.pageOfTests ??= watchPage();
const page = shared.pageOfTests;
forgetListeners(page);
restoreGlobals(page);
emptyDocument();

/** Remembers the page as it is at first, and who listens to its window from then on. */
function watchPage(): Page {
  const globals = new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)));
  const listeners: Listener[] = [];
  const { addEventListener } = window;
  window.addEventListener = (...given: Listener) => {
    listeners.push(given);
    addEventListener.apply(window, given);
  };
  globals.set('addEventListener', Object.getOwnPropertyDescriptor(globalThis, 'addEventListener')!);
  return { globals, listeners };
}

function forgetListeners({ listeners }: Page): void {
  for (const listener of listeners.splice(0)) window.removeEventListener(...listener);
}

function restoreGlobals({ globals }: Page): void {
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    // IDB…: a transaction of the file before that is still open would fail without the classes of its database.
    if (name === 'pageOfTests' || /^(__vitest|IDB)/.test(name)) continue;
    const before = globals.get(name);
    if (!before) Reflect.deleteProperty(globalThis, name);
    else if (before.value !== now.value || before.get !== now.get)
      Object.defineProperty(globalThis, name, before);
  }
}

function emptyDocument(): void {
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  for (const name of document.body.getAttributeNames()) document.body.removeAttribute(name);
  shared.jsdom.cookieJar.removeAllCookiesSync();
  history.replaceState(null, '', '/');
}
