/** Stubs the network with one response per call. */
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { vi } from 'vitest';

export interface Sent {
  call: string;
  body: unknown;
  headers: Headers;
}

/** Marker header of our server's responses. */
export const OUR_HEADERS = { [MARKER_HEADER]: '1' };

/** `foreign`: the response comes from a gateway, without the marker header. */
type Answer = { status?: number; body?: unknown; foreign?: true } | 'no network' | 'never';

/** `const sent = answer({ 'POST /auth/login': { status: 401, body: { message } } })` */
export function stubResponses(answers: Record<string, Answer>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${new URL(input, 'http://test').pathname.replace('/api', '')}`;
    sent.push({
      call,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
    });
    const found = answers[call];
    if (found === undefined) throw new Error(`No answer prepared for ${call}`);
    if (found === 'never') return new Promise(() => {});
    if (found === 'no network') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(found.body ?? { message: 'done' }), {
      status: found.status ?? 200,
      headers: found.foreign ? {} : OUR_HEADERS,
    });
  });
  return sent;
}

export const amina = {
  _id: '0199b0de-0000-7000-8000-000000000001',
  name: 'Amina Otieno',
  email: 'amina@example.org',
  role: 'farmer' as const,
  phoneNumber: null,
  location: 'Njoro, Nakuru County',
  farmSize: 2.5,
  department: null,
  language: 'en' as const,
  emailConfirmed: false,
  revision: 1,
  createdAt: '2026-11-15T08:00:00.000Z',
};

export const wanjiru = {
  ...amina,
  _id: '0199b0de-0000-7000-8000-000000000002',
  name: 'Wanjiru Kamau',
  email: 'wanjiru@example.org',
  role: 'government' as const,
  location: null,
  farmSize: null,
  department: 'Agriculture',
};
