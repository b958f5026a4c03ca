import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { Button } from '../controls/button.tsx';
import { ConfirmProvider } from '../feedback/confirm.tsx';
import { TextField } from './field.tsx';
import { Form, type FormProblem, useUnsavedGuard } from './form.tsx';

function Sample({ send }: { send: () => Promise<FormProblem | null> }) {
  const form = useForm({ defaultValues: { name: '', location: { address: '' } } });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { errors, isSubmitting } = form.formState;
  return (
    <Form form={form} problem={problem} onSubmit={async () => setProblem(await send())}>
      <TextField
        label="Name"
        error={errors.name?.message}
        {...form.register('name', { required: 'Give it a name' })}
      />
      <TextField
        label="Address"
        error={errors.location?.address?.message}
        {...form.register('location.address')}
      />
      <Button type="submit" busy={isSubmitting} busyLabel="Saving...">
        Save
      </Button>
    </Form>
  );
}

it('focuses the first invalid field and does not submit', async () => {
  const send = vi.fn(async () => null);
  render(<Sample send={send} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(screen.getByText('Give it a name')).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});

it("shows the server's issues at their fields, others above, and keeps the input", async () => {
  const problem = {
    headline: 'Failed to save land',
    detail: 'Please look again.',
    issues: [
      { path: 'location.address', message: 'No such place' },
      { path: 'size', message: 'Size is missing' },
    ],
  };
  render(<Sample send={async () => problem} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Njoro');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const address = screen.getByLabelText('Address');
  await waitFor(() => expect(document.activeElement).toBe(address));
  expect(address.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('No such place')).toBeTruthy();
  const alert = screen.getByRole('alert').textContent;
  expect(alert).toContain('Failed to save land');
  expect(alert).toContain('Size is missing');
  expect(alert).not.toContain('No such place');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Njoro');
});

it('ignores a second submit while the first is in flight', async () => {
  let finish: (problem: null) => void = () => {};
  const send = vi.fn(() => new Promise<null>((resolve) => (finish = resolve)));
  render(<Sample send={send} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Njoro{Enter}{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Saving...' }));
  expect(send).toHaveBeenCalledTimes(1);
  finish(null);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeTruthy();
});

it('ignores a second submit also without a busy button', async () => {
  const send = vi.fn(() => new Promise<void>(() => {}));
  function Plain() {
    return (
      <Form form={useForm()} onSubmit={send}>
        <button type="submit">Save</button>
      </Form>
    );
  }
  render(<Plain />);
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledTimes(1);
});

function Guarded({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty);
  return <Link to="/away">Away</Link>;
}

const guarded = (dirty: boolean) =>
  render(
    <MemoryRouter initialEntries={['/form']}>
      <ConfirmProvider>
        <Routes>
          <Route path="/form" element={<Guarded dirty={dirty} />} />
          <Route path="/away" element={<p>Elsewhere</p>} />
        </Routes>
      </ConfirmProvider>
    </MemoryRouter>,
  );

it('asks before a link leaves a form with unsaved changes', async () => {
  guarded(true);
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Stay and keep editing' }));
  expect(screen.queryByText('Elsewhere')).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
});

it('does not ask when leaving an untouched form', async () => {
  guarded(false);
  await userEvent.click(screen.getByRole('link', { name: 'Away' }));
  expect(await screen.findByText('Elsewhere')).toBeTruthy();
});
