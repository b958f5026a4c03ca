/** A page whose code and texts are fetched together when it is first needed, and drawn at once when they are there. */
import { type ComponentType, use } from 'react';
import { type Domain, type Language, useLanguage } from '../text/i18n.tsx';
import { hasMessages, loadMessages } from '../text/messages.ts';

export interface LazyPage<Props extends object = object> {
  Component: ComponentType<Props>;
  domains: readonly Domain[];
  preload: (language: Language) => Promise<void>;
}

/** `use` takes it without waiting a turn once it is fulfilled. */
export function usable(promise: Promise<void>): Promise<void> {
  promise.then(
    () => Object.assign(promise, FULFILLED),
    () => {},
  );
  return promise;
}

const FULFILLED = { status: 'fulfilled', value: undefined };
/** `use` must be called in every render. */
const READY = Object.assign(Promise.resolve(), FULFILLED);

/** Forgetting a failed attempt at once would let React try again and again by itself. */
const FORGET_FAILURE_MS = 1_000;

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
      promise.catch(() => setTimeout(() => loading.delete(language), FORGET_FAILURE_MS));
    }
    return promise;
  }

  function Component(props: Props) {
    const { language } = useLanguage();
    // The same promise in each render: React warns of another one after a suspended render.
    use(loading.get(language) ?? (Loaded && hasMessages(domains, language) ? READY : preload(language)));
    return Loaded && <Loaded {...props} />;
  }

  return { Component, domains, preload };
}
