import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ConfirmProvider, useConfirm } from './confirm.tsx';

function Delete({ isSafe }: { isSafe?: boolean }) {
  const confirm = useConfirm();
  const [answer, setAnswer] = useState('none');
  const ask = async () =>
    setAnswer(String(await confirm({ title: 'Delete this land?', action: 'Delete', isSafe })));
  return (
    <button type="button" onClick={ask}>
      Answer: {answer}
    </button>
  );
}

async function ask(isSafe?: boolean) {
  render(
    <ConfirmProvider>
      <Delete isSafe={isSafe} />
    </ConfirmProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Answer: none' }));
  expect(screen.getByRole('alertdialog', { name: 'Delete this land?' })).toBeTruthy();
}

it('focuses Cancel, resolves to false on Esc and restores the focus', async () => {
  await ask();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Answer: false')).toBe(document.activeElement);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('resolves to false on Enter with the initial focus', async () => {
  await ask();
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Answer: false')).toBeTruthy();
});

it('resolves to true when the action is clicked', async () => {
  await ask();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Answer: true')).toBeTruthy();
});

it.each([
  ['red, as data is lost', undefined, 'btn-danger'],
  ['not red if nothing is lost', true, 'btn-main'],
])('shows the action %s', async (_what, isSafe, variant) => {
  await ask(isSafe);
  expect(screen.getByRole('button', { name: 'Delete' }).classList).toContain(variant);
});
