import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { stubResizeObserver } from '../../../test/resize-observer.ts';
import { ClampedText } from './clamped-text.tsx';

const LINE_PX = 20;
let resize: () => void;

/** Every ten characters are a line; the class limits the visible ones to three. */
beforeEach(() => {
  resize = stubResizeObserver();
  const heightOf = (element: Element) => Math.ceil((element.textContent ?? '').length / 10) * LINE_PX;
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function (this: Element) {
    return heightOf(this);
  });
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockImplementation(function (this: Element) {
    return this.classList.contains('line-clamp-3') ? Math.min(3 * LINE_PX, heightOf(this)) : heightOf(this);
  });
});

it('shows three lines whole, without a button', () => {
  renderApp(<ClampedText text={'a'.repeat(30)} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('expands a longer text in place and folds it again', () => {
  renderApp(<ClampedText text={'b'.repeat(31)} />);
  const paragraph = screen.getByText(/^b+$/);
  fireEvent.click(screen.getByRole('button', { name: 'Show more', expanded: false }));
  expect(paragraph.classList.contains('line-clamp-3')).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'Show less', expanded: true }));
  expect(paragraph.classList.contains('line-clamp-3')).toBe(true);
});

it('measures again when the width changes', () => {
  renderApp(<ClampedText text={'c'.repeat(30)} />);
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(4 * LINE_PX);
  act(() => resize());
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});
