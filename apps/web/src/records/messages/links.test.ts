import { describe, expect, it } from 'vitest';
import { splitLinks } from './links.ts';

const links = (text: string) => splitLinks(text).flatMap(({ href }) => href ?? []);

describe('splitLinks', () => {
  it('links web addresses without the punctuation around them', () => {
    expect(links('See https://kilimo.go.ke/a?b=1#c. Or (http://x.example/y)!')).toEqual([
      'https://kilimo.go.ke/a?b=1#c',
      'http://x.example/y',
    ]);
    expect(links('https://en.wikipedia.org/wiki/Kenya_(country)')).toEqual([
      'https://en.wikipedia.org/wiki/Kenya_(country)',
    ]);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ftp://files.example/x',
    'vbscript:x',
    'xhttps://no-word-boundary.example',
    'https://',
    'www.example.org',
  ])('does not link %s', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('ends a link where markup would begin', () => {
    expect(links('<a href="https://x.example/">click</a>')).toEqual(['https://x.example/']);
  });

  it.each(['', 'no link', 'a https://x.example b https://y.example', 'https://x.example', '<b>&amp;</b>'])(
    'preserves the text: %s',
    (text) => {
      expect(
        splitLinks(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    },
  );
});
