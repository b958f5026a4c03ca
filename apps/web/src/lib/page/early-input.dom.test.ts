import { expect, it } from 'vitest';
import { releaseInput, withholdInput } from './early-input.ts';

it('typing stays with the browser until the page is awake, and is then told; buttons are heard at once', () => {
  document.body.innerHTML = '<div id="root"><input type="email" /><button>Menu</button></div>';
  const heard: string[] = [];
  const root = document.getElementById('root');
  for (const type of ['keydown', 'input', 'click']) {
    root?.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as Element).tagName}`), true);
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
  expect(heard).toEqual(['click BUTTON']);

  releaseInput();
  expect(heard).toEqual(['click BUTTON', 'input INPUT']);
  type('c');
  expect(heard.slice(2)).toEqual(['keydown INPUT', 'input INPUT']);
});
