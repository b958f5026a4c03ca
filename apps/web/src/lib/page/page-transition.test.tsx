import { fireEvent, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { stubResizeObserver } from '../../../test/resize-observer.ts';
import { LanguageProvider } from '../text/i18n.tsx';
import { PageTransition } from './page-transition.tsx';

let resize: () => void;
const scroll = vi.fn();

beforeEach(() => {
  resize = stubResizeObserver();
  Element.prototype.scrollIntoView = scroll;
  window.scrollTo = () => {};
  scroll.mockClear();
});

function open(address: string) {
  const { getByRole } = render(
    <MemoryRouter initialEntries={[address]}>
      <LanguageProvider initial="en">
        <section id="posts">
          <button type="button">Assign</button>
        </section>
        <PageTransition title="app.title.account" />
      </LanguageProvider>
    </MemoryRouter>,
  );
  return getByRole('button');
}

test('a linked part stays in place while the page loads, until the user acts', () => {
  const button = open('/account#posts');
  scroll.mockClear();
  resize();
  fireEvent.pointerDown(button);
  resize();
  expect(scroll.mock.contexts).toEqual([button.parentElement, button.parentElement]);
  fireEvent.click(button);
  resize();
  expect(scroll).toHaveBeenCalledTimes(2);
});

test('a page that is opened without a part does not scroll while it loads', () => {
  open('/account');
  resize();
  expect(scroll).not.toHaveBeenCalled();
});
