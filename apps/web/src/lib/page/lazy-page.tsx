/** Code-split pages: code and message catalogues load together, and a preloaded page renders without suspending. */
import { type ComponentType, use } from 'react';
import { type Domain, type Language, useLanguage } from '../text/i18n.tsx';
import { hasMessages, loadMessages } from '../text/messages.ts';

export interface LazyPage<Props extends object = object> {
  Component: ComponentType<Props>;
  domains: readonly Domain[];
  preload: (language: Language) => Promise<void>;
}

/** Sets React's `status` and `value` fields so that `use` reads a settled promise synchronously. */
export function usable(promise: Promise<void>): Promise<void> {
  promise.then(
    () => Object.assign(promise, FULFILLED),
    () => {},
  );
  return promise;
}

const FULFILLED = { status: 'fulfilled', value: undefined };
/** `use` must be called in every render, so loaded pages pass this settled promise. */
const READY = Object.assign(Promise.resolve(), FULFILLED);

/** Clearing a failed attempt immediately would make React retry in a loop. */
const CLEAR_FAILURE_MS = 1_000;

export function lazyPage<Props extends object = object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  domains: readonly Domain[] = [],
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined;
  const loading = new Map<Language, Promise<void>>();

  async function fetchPage(language: Language): Promise<void> {
    const [module] = await Promise.all([load(), loadMessages(domains, language)]);
    Loaded = module.default;
  }

  function preload(language: Language): Promise<void> {
    let promise = loading.get(language);
    if (!promise) {
      promise = usable(fetchPage(language));
      loading.set(language, promise);
      promise.catch(() => setTimeout(() => loading.delete(language), CLEAR_FAILURE_MS));
    }
    return promise;
  }

  function Component(props: Props) {
    const { language } = useLanguage();
    // React warns if the promise differs after a suspended render.
    use(loading.get(language) ?? (Loaded && hasMessages(domains, language) ? READY : preload(language)));
    return Loaded && <Loaded {...props} />;
  }

  return { Component, domains, preload };
}
