/**
 * Runs before each file and resets the jsdom page. All files of a worker share one page, because creating it takes
 * longer than most files.
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
removeListeners(page);
restoreGlobals(page);
emptyDocument();

/** Records the initial globals, and all window listeners added later. */
function watchPage(): Page {
  const globals = new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)));
  const listeners: Listener[] = [];
  const { addEventListener } = window;
  window.addEventListener = (...listener: Listener) => {
    listeners.push(listener);
    addEventListener.apply(window, listener);
  };
  globals.set('addEventListener', Object.getOwnPropertyDescriptor(globalThis, 'addEventListener')!);
  return { globals, listeners };
}

function removeListeners({ listeners }: Page): void {
  for (const listener of listeners.splice(0)) window.removeEventListener(...listener);
}

function restoreGlobals({ globals }: Page): void {
  for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
    // IDB…: an open transaction of the previous file would fail without the classes of its database.
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
