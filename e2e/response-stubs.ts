/**
 * Stubbed API responses. `page.route` intercepts every request of a page, scripts too, and disables the browser's
 * cache, which dominates the time of tests that open many pages. This helper intercepts only API calls.
 */
import type { Page } from '@playwright/test';

export interface StubbedResponse {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

interface Rule {
  /** Path under /api, without the query string. */
  path: string | RegExp;
  method?: string;
  /** A fixed response, a function that changes the server's response body, or no response at all. */
  answer: StubbedResponse | ((real: string) => string) | 'never';
}

export interface ResponseStubs {
  /** The newest matching rule wins. The returned function removes the rule. */
  put(rule: Rule): () => void;
}

/** Applies only to this page. */
export async function stubResponses(page: Page): Promise<ResponseStubs> {
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
  const fulfil = (requestId: string, { status = 200, headers = {}, body }: StubbedResponse) =>
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
      if (!status) {
        // A 304 would have no body to change.
        const headers = Object.entries(request.headers)
          .filter(([name]) => name.toLowerCase() !== 'if-none-match')
          .map(([name, value]) => ({ name, value }));
        return session.send('Fetch.continueRequest', { requestId, headers, interceptResponse: true });
      }
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
      const real = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString();
      const headers = Object.fromEntries(
        responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]),
      );
      // The body is already decoded and changes its length and its ETag.
      const {
        'content-encoding': _packed,
        'content-length': _length,
        etag: _etag,
        ...passedHeaders
      } = headers;
      return fulfil(requestId, { status, headers: passedHeaders, body: answer(real) });
    };
    // Fails if the page was closed or left in the meantime.
    settle().catch(() => {});
  });

  // Only once: enabling again would let requests in flight pass to the server.
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] });
  return {
    put(rule) {
      rules.unshift(rule);
      return () => rules.splice(rules.indexOf(rule), 1);
    },
  };
}
