import { describe, expect, it } from 'vitest';
import { preview } from './preview.ts';

describe('the preview of a message', () => {
  it('is its first 50 characters in one line', () => {
    expect(preview('Short\n\n text')).toBe('Short text');
    expect(preview('x'.repeat(50))).toBe('x'.repeat(50));
    expect(preview('x'.repeat(51))).toBe(`${'x'.repeat(50)}…`);
  });

  it('does not cut a character in two', () => {
    expect(preview('🌱'.repeat(60))).toBe(`${'🌱'.repeat(50)}…`);
  });
});
