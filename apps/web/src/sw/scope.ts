/** Types of the service worker's global scope, as used here: TypeScript's own conflict with the DOM types of pages. */
import type { Language } from '../lib/text/language.ts';

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

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: { readonly data: unknown; close(): void };
}

/** Background Sync, where supported. */
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
  push: PushEvent;
  notificationclick: NotificationEvent;
}

export interface WorkerScope {
  readonly location: Location;
  readonly navigator: Pick<Navigator, 'languages'> & Partial<Pick<Navigator, 'setAppBadge'>>;
  readonly caches: CacheStorage;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: {
      type: 'window';
      includeUncontrolled: boolean;
    }): Promise<readonly { visibilityState: string; url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly registration: {
    update(): Promise<unknown>;
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    readonly sync?: { register(tag: string): Promise<void> };
  };
  /** Missing in older browsers. */
  readonly cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
  /** Hashes of the shells by language, in the first line of the script that the server returns. */
  readonly shellHashes?: Readonly<Record<string, string>>;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void;
}

/** Injected by the build. */
export interface Build {
  /** Changes with every file and every page of the build. */
  version: string;
  /** Files that every signed-in page needs, cached during installation. */
  app: string[];
  /** Files to record in the field: dashboard, parcels, records and their texts. */
  field: string[];
  /** Files in `field` that only one language needs. */
  texts: Readonly<Record<Language, readonly string[]>>;
  /** Other files for farmers: further pages, the map. */
  farmer: string[];
  /** Download size of the files in `farmer`. */
  farmerKilobytes: number;
  /** SHA-256 of the files in `app`, `field` and `farmer`, in their order, in base64 without padding. */
  hashes: string[];
}
