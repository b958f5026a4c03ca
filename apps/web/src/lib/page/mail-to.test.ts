import { expect, test } from 'vitest';
import { mailTo } from './mail-to.ts';

test('a mailto link contains only the address', () => {
  expect(mailTo('amina@shamba.example')).toBe('mailto:amina@shamba.example');
  for (const email of ['a?bcc=b@c.example', 'a&b#c=d@e.example', '100%+x@e.example']) {
    const { pathname, search, hash } = new URL(mailTo(email));
    expect([decodeURIComponent(pathname), search, hash]).toEqual([email, '', '']);
  }
});
