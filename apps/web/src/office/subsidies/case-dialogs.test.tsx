import type { ManagedSubsidy } from '@ardhi/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderApp, signIn } from '../../../test/render.tsx';
import { wanjiru } from '../../../test/server.ts';
import { useAssigneeGuard } from './case-dialogs.tsx';

function TestPage() {
  const mayAct = useAssigneeGuard();
  const row = { _id: '1', name: 'Pump' };
  const button = (label: string, assignedTo: ManagedSubsidy['assignedTo']) => (
    <button type="button" onClick={() => void mayAct({ ...row, assignedTo })}>
      {label}
    </button>
  );
  return (
    <>
      {button('unassigned', null)}
      {button('own', { _id: wanjiru._id, name: wanjiru.name })}
      {button('of Otieno', { _id: '2', name: 'Otieno' })}
      {button('of Achieng', { _id: '3', name: 'Achieng' })}
    </>
  );
}

it('asks about the case of another official once, and again about a new assignee', async () => {
  signIn(wanjiru);
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(true);
  renderApp(<TestPage />);
  for (const name of ['unassigned', 'own', 'of Otieno', 'of Otieno', 'of Achieng'])
    await act(async () => fireEvent.click(screen.getByText(name)));
  expect(confirm.mock.calls.map(([question]) => /assigned to (\w+)/.exec(question ?? '')?.[1])).toEqual([
    'Otieno',
    'Achieng',
  ]);
});
