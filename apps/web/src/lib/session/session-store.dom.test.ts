import { beforeEach, describe, expect, it, vi } from 'vitest';
import { amina, stubResponses, wanjiru } from '../../../test/server.ts';
import { setPersistedOwner } from '../device/persisted.ts';
import { call } from '../http/api.ts';
import { sessionStore, withUser } from './session-store.ts';

const expired = vi.fn();

function stored() {
  return { token: localStorage.getItem('token'), user: localStorage.getItem('user') };
}

function signedInBefore(user: unknown = amina) {
  localStorage.setItem('token', 'old-token');
  localStorage.setItem('user', JSON.stringify(user));
}

beforeEach(() => {
  sessionStore.forget();
  expired.mockReset();
  sessionStore.onExpired(expired);
});

describe('start', () => {
  it('is signed out when nothing is stored', async () => {
    const sent = stubResponses({});
    await sessionStore.start();
    expect(sessionStore.get().status).toBe('out');
    expect(sent).toEqual([]);
  });

  it('fetches the profile, shows the stored user meanwhile, and replaces it', async () => {
    signedInBefore({ ...amina, name: 'Amina Before' });
    const sent = stubResponses({ 'GET /auth/profile': { body: amina } });
    const started = sessionStore.start();
    expect(sessionStore.get()).toMatchObject({ status: 'checking', user: { name: 'Amina Before' } });
    await started;
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer old-token');
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: 'Amina Otieno' } });
    expect(JSON.parse(stored().user ?? '')).toMatchObject({ name: 'Amina Otieno' });
    expect(document.documentElement.dataset.session).toBe('in');
  });

  it.each([
    ['our server', undefined, null],
    ['a gateway', true as const, amina._id],
  ])(
    'a 401 from %s ends the session; only our server’s deletes the persisted data',
    async (_who, foreign, owner) => {
      signedInBefore();
      setPersistedOwner(amina._id);
      stubResponses({ 'GET /auth/profile': { status: 401, foreign } });
      await sessionStore.start();
      expect(sessionStore.get()).toMatchObject({ status: 'out', user: null });
      expect(stored()).toEqual({ token: null, user: null });
      expect(expired).toHaveBeenCalledOnce();
      expect(document.documentElement.dataset.session).toBe('out');
      // The next start, without a session, must not delete it either.
      await sessionStore.start();
      expect(localStorage.getItem('kept')).toBe(owner);
    },
  );

  it.each([
    ['no network', 'no network' as const],
    ['a failing server', { status: 503, body: { message: 'Away', code: 'x' } }],
  ])('keeps token and user with %s', async (_name, profile) => {
    signedInBefore();
    stubResponses({ 'GET /auth/profile': profile });
    await sessionStore.start();
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: 'Amina Otieno' } });
    expect(stored().token).toBe('old-token');
    expect(expired).not.toHaveBeenCalled();
  });

  it('is signed out if the stored user is malformed', async () => {
    localStorage.setItem('token', 'old-token');
    localStorage.setItem('user', '{"half');
    await sessionStore.start();
    expect(sessionStore.get().status).toBe('out');
    expect(stored()).toEqual({ token: null, user: null });
  });
});

describe('while signed in', () => {
  it('stores token and user at sign-in', () => {
    sessionStore.signIn({ token: 'new-token', role: 'farmer', user: amina });
    expect(stored().token).toBe('new-token');
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: amina });
  });

  it('fetches the profile if the response has only token and role', async () => {
    const sent = stubResponses({ 'GET /auth/profile': { body: amina } });
    sessionStore.signIn(await withUser({ token: 'new-token', role: 'farmer' }));
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer new-token');
    expect(stored().token).toBe('new-token');
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: amina });
  });

  it('stores nothing if that profile cannot be fetched', async () => {
    stubResponses({ 'GET /auth/profile': 'no network' });
    await expect(withUser({ token: 'new-token', role: 'farmer' })).rejects.toThrow();
    expect(stored()).toEqual({ token: null, user: null });
  });

  it('signs out without waiting for the network, and notifies the server', async () => {
    sessionStore.signIn({ token: 'new-token', role: 'farmer', user: amina });
    const sent = stubResponses({ 'POST /auth/logout': 'never' });
    expect(await sessionStore.signOut()).toBe(true);
    expect(stored()).toEqual({ token: null, user: null });
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer new-token');
  });

  it('revokes an offline sign-out later, storing only the hash of the token', async () => {
    sessionStore.signIn({ token: 'new-token', role: 'farmer', user: amina });
    localStorage.setItem('walk:L', '{}');
    localStorage.setItem('draft:a:b', 'Habari');
    stubResponses({ 'POST /auth/logout': 'no network' });
    await sessionStore.signOut();
    await expect.poll(() => localStorage.getItem('signed-out')).toMatch(/^[0-9a-f]{64}$/);
    expect(Object.values(localStorage).join()).not.toContain('new-token');
    expect(Object.keys(localStorage)).toEqual(['signed-out']);
    // A success response from a gateway does not count.
    stubResponses({ 'POST /auth/revoke': { foreign: true } });
    await sessionStore.start();
    expect(localStorage.getItem('signed-out')).not.toBeNull();
    const sent = stubResponses({ 'POST /auth/revoke': {} });
    await sessionStore.start();
    await expect.poll(() => localStorage.getItem('signed-out')).toBeNull();
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
  });

  it('stays signed in if a sign-out guard refuses', async () => {
    sessionStore.signIn({ token: 'new-token', role: 'farmer', user: amina });
    const lift = sessionStore.addSignOutGuard(async () => false);
    expect(await sessionStore.signOut()).toBe(false);
    expect(sessionStore.get().status).toBe('in');
    lift();
  });

  it('ignores a 401 to a call that an open page makes after sign-out', async () => {
    signedInBefore();
    stubResponses({ 'POST /auth/logout': { status: 204 }, 'GET /land': { status: 401 } });
    await sessionStore.signOut();
    await expect(call('GET /land', { query: {} })).rejects.toThrow();
    expect(expired).not.toHaveBeenCalled();
    expect(sessionStore.get()).not.toHaveProperty('expired');
  });

  it('does not end a new session on a delayed 401 to the old token', async () => {
    sessionStore.signIn({ token: 'first', role: 'farmer', user: amina });
    stubResponses({ 'GET /auth/profile': { status: 401 } });
    const refreshing = sessionStore.refresh();
    sessionStore.signIn({ token: 'second', role: 'government', user: wanjiru });
    await refreshing;
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: 'Wanjiru Kamau' } });
    expect(expired).not.toHaveBeenCalled();
  });
});

describe('other tabs', () => {
  const storageEvent = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

  it('sign this tab in and out, also while the profile is loading', () => {
    stubResponses({ 'GET /auth/profile': 'never' });
    signedInBefore(amina);
    void sessionStore.start();
    localStorage.clear();
    storageEvent('token');
    expect(sessionStore.get().status).toBe('out');
    signedInBefore(wanjiru);
    storageEvent('token');
    expect(sessionStore.get()).toMatchObject({ status: 'in', user: { name: 'Wanjiru Kamau' } });
    localStorage.clear();
    storageEvent(null);
    expect(sessionStore.get().status).toBe('out');
  });
});
