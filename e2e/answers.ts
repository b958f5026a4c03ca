/**
 * Answers put in place of the server's own. `page.route` stops every request of a page, its scripts too, and leaves the
 * browser's cache unused: where a test opens many pages, that is most of its time. Here only calls of the API stop.
 */
import type { Page } from '@playwright/test';

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

interface Rule {
  /** Under /api, without its search. */
  path: string | RegExp;
  method?: string;
  /** Of the server's own answer, or, where that is not waited for, out of nothing; or there is none. */
  answer: Answer | ((real: string) => string) | 'never';
}

export interface Answers {
  /** What was said last counts. The returned function takes it back. */
  put(rule: Rule): () => void;
}

/** For this page alone. */
export async function answersOf(page: Page): Promise<Answers> {
  const session = await page.context().newCDPSession(page);
  const rules: Rule[] = [];
  const ruleFor = (method: string, url: string) => {
    const path = new URL(url).pathname.replace(/^\/api/, '');
    return rules.find(
      (rule) =>
        (rule.method ?? method) === method &&
        (typeof rule.path === 'string' ? rule.path === path : rule.path.test(path)),
    );
  };
  const fulfil = (requestId: string, { status = 200, headers = {}, body }: Answer) =>
    session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
      body: Buffer.from(body).toString('base64'),
    });

  session.on('Fetch.requestPaused', (paused) => {
    const { requestId, request, responseStatusCode: status, responseHeaders = [] } = paused;
    const answer = ruleFor(request.method, request.url)?.answer;
    const settle = async () => {
      if (answer === 'never') return;
      if (typeof answer === 'object') return fulfil(requestId, answer);
      if (!answer || paused.responseErrorReason) return session.send('Fetch.continueRequest', { requestId });
      if (!status) return session.send('Fetch.continueRequest', { requestId, interceptResponse: true });
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
      const real = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString();
      const headers = Object.fromEntries(
        responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]),
      );
      // It comes unpacked, and in another length.
      const { 'content-encoding': _packed, 'content-length': _length, ...kept } = headers;
      return fulfil(requestId, { status, headers: kept, body: answer(real) });
    };
    // A page that was left no longer waits for it.
    settle().catch(() => {});
  });

  // Once: whatever is on its way while this is said again goes to the server.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return {
    put(rule) {
      rules.unshift(rule);
      return () => rules.splice(rules.indexOf(rule), 1);
    },
  };
}
