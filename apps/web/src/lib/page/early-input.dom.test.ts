import { expect, it } from 'vitest';
import { releaseInput, withholdInput } from './early-input.ts';

it('withholds typing from React until the page is hydrated and replays it; clicks on buttons pass', () => {
  document.body.innerHTML = '<div id="root"><input type="email" /><button>Menu</button></div>';
  const received: string[] = [];
  const root = document.getElementById('root');
  for (const type of ['keydown', 'input', 'click']) {
    root?.addEventListener(
      type,
      ({ target }) => received.push(`${type} ${(target as Element).tagName}`),
      true,
    );
  }
  const field = document.querySelector('input') as HTMLInputElement;
  const type = (text: string) => {
    field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true }));
    field.value += text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  withholdInput();
  field.click();
  type('a');
  type('b');
  document.querySelector('button')?.click();
  expect(received).toEqual(['click BUTTON']);

  releaseInput();
  expect(received).toEqual(['click BUTTON', 'input INPUT']);
  type('c');
  expect(received.slice(2)).toEqual(['keydown INPUT', 'input INPUT']);
});
