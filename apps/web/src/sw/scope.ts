/** What a service worker's global scope has, as far as ours uses it: TypeScript's own types of it exclude those of pages. */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

export interface WorkerMessageEvent extends ExtendableEvent {
  readonly data: unknown;
}

/** Background sync, where the browser has it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
  readonly lastChance: boolean;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
  message: WorkerMessageEvent;
  sync: SyncEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly navigator: Navigator;
  readonly caches: CacheStorage;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      type: 'window';
      includeUncontrolled: boolean;
    }): Promise<readonly { visibilityState: string }[]>;
  };
  readonly registration: {
    update(): Promise<unknown>;
    readonly sync?: { register(tag: string): Promise<void> };
  };
  /** Missing in older browsers. */
  readonly cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

/** Written in by the build. */
export interface Build {
  /** Changes with every file and every page of the build. */
  version: string;
  /** What every signed-in page needs, cached before the worker starts its work. */
  app: string[];
  /** The rest of what farmers open: pages, texts of both languages, the map. */
  farmer: string[];
}
