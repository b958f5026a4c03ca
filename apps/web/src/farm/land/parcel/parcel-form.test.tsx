import type { Parcel } from '@ardhi/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { COMPLETE_PARCEL } from '../../../../../../packages/contract/test/complete-parcel.ts';
import { renderApp } from '../../../../test/render.tsx';
import { ConfirmProvider } from '../../../ui/feedback/confirm.tsx';
import { ParcelForm } from './parcel-form.tsx';
import { draftParcel, editParcel } from './parcel-overlay.ts';

const entry = { seq: 1, key: 'k', params: { id: 'L1' }, state: 'waiting', madeAt: 0, attempts: 0 } as const;
const body = { _id: '01a1ddd0-3be9-71d1-9f14-86cafede8915', ...COMPLETE_PARCEL };
const LAND: Parcel = { ...draftParcel({ ...entry, call: 'POST /land', body }), revision: 3 };

type StubResponse = { status: number; body: unknown };

/** Stubs `fetch` with these responses in turn and records the requests. */
function stubServer(...responses: StubResponse[]) {
  const sent: { method: string; body: Record<string, unknown>; key: string | null }[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push({
      method: init.method ?? '',
      body: JSON.parse(String(init.body)),
      key: new Headers(init.headers).get('Idempotency-Key'),
    });
    const { status, body } = responses[sent.length - 1] ?? { status: 200, body: {} };
    return new Response(JSON.stringify(body), { status });
  });
  return sent;
}

function show(parcel?: Parcel, preset?: Parameters<typeof ParcelForm>[0]['preset']) {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  renderApp(
    <ConfirmProvider>
      <ParcelForm parcel={parcel} preset={preset} onSaved={onSaved} onClose={onClose} />
    </ConfirmProvider>,
  );
  return { onSaved, onClose };
}

const field = (name: RegExp) => screen.getByRole('textbox', { name });

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function fillAndCreate() {
  await userEvent.type(field(/^Name/), 'River plot');
  await userEvent.type(field(/^Size/), '2.5');
  await userEvent.type(field(/^Location Address/), 'Kitengela, Kajiado County');
  await press('Create Land');
}

describe('land form', () => {
  it('sends nothing while a required field is empty, and focuses the first one', async () => {
    const sent = stubServer();
    const { onSaved } = show();
    await press('Create Land');
    expect(await screen.findAllByText('Please fill this in.')).toHaveLength(3);
    await waitFor(() => expect(document.activeElement).toBe(field(/^Name/)));
    expect(sent).toHaveLength(0);
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('creates a parcel with the default soil and a client-generated id', async () => {
    const sent = stubServer({ status: 201, body: LAND });
    const { onSaved } = show();
    await fillAndCreate();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[0]).toMatchObject({
      method: 'POST',
      body: {
        name: 'River plot',
        size: 2.5,
        location: { address: 'Kitengela, Kajiado County' },
        soilType: 'loamy',
        county: null,
        declarations: { irrigation: 'unknown', fertilizer: 'unknown', pesticide: 'unknown' },
      },
    });
    expect(sent[0]?.body._id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('accepts a quarter acre only in a unit without the step', async () => {
    const sent = stubServer({ status: 201, body: LAND });
    const { onSaved } = show();
    await userEvent.type(field(/^Name/), 'River plot');
    await userEvent.type(field(/^Location Address/), 'Kitengela, Kajiado County');
    await userEvent.type(field(/^Size/), '0.25');
    await press('Create Land');
    expect(await screen.findByText('In steps of 0.1.')).toBeTruthy();
    await userEvent.clear(field(/^Size/));
    await userEvent.type(field(/^Size/), '1');
    await userEvent.selectOptions(screen.getByLabelText('Unit'), 'quarter acres');
    await press('Create Land');
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(sent[0]?.body._id));
    expect(sent[0]?.body).toMatchObject({ size: 0.25 });
  });

  it('starts with the values of the registration, whose size may be off the step', async () => {
    const sent = stubServer({ status: 201, body: LAND });
    const { onSaved } = show(undefined, {
      name: 'Njoro',
      size: 0.25,
      location: { address: 'Njoro, Nakuru' },
    });
    await press('Create Land');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({
      name: 'Njoro',
      size: 0.25,
      location: { address: 'Njoro, Nakuru' },
    });
  });

  it('shows server issues on their fields and preserves the input', async () => {
    stubServer({
      status: 400,
      body: {
        message: 'Please check the marked fields.',
        code: 'validation',
        issues: [{ path: 'location.address', code: 'control', message: 'This text has odd characters.' }],
      },
    });
    show();
    await fillAndCreate();
    expect(await screen.findByText('Failed to create land parcel')).toBeTruthy();
    expect(screen.getByText('Please check the marked fields.')).toBeTruthy();
    const address = field(/^Location Address/);
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('This text has odd characters.')).toBeTruthy();
    expect((address as HTMLInputElement).value).toBe('Kitengela, Kajiado County');
  });

  it('resends the same parcel with the same key after a failed response', async () => {
    const sent = stubServer({ status: 503, body: {} }, { status: 201, body: LAND });
    const { onSaved } = show();
    await fillAndCreate();
    await screen.findByText('Failed to create land parcel');
    await press('Create Land');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[1]?.body).toEqual(sent[0]?.body);
    expect(sent[1]?.key).toBe(sent[0]?.key);
  });

  it('preserves a stored size off the step and earlier declarations', async () => {
    const sent = stubServer({ status: 200, body: LAND });
    const { onSaved } = show(LAND);
    await userEvent.clear(field(/^Name/));
    await userEvent.type(field(/^Name/), 'River field');
    await press('Save Changes');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[0]?.body).toMatchObject({
      name: 'River field',
      size: 2.4711,
      revision: 3,
      declarations: { irrigation: 'recorded', fertilizer: 'unknown', pesticide: 'none' },
    });
  });

  it('has a field for every stated value, and sends unchanged values back', async () => {
    const sent = stubServer({ status: 200, body: LAND });
    const { onSaved } = show(LAND);
    const { declarations: _, location, ...others } = COMPLETE_PARCEL;
    for (const name of [...Object.keys(others), ...Object.keys(location).map((key) => `location.${key}`)])
      expect(document.getElementsByName(name), name).toHaveLength(1);
    await press('Save Changes');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[0]?.body).toEqual({ ...COMPLETE_PARCEL, revision: 3 });
  });

  it('reports a change made elsewhere, and lets the second save through', async () => {
    const stale = { status: 409, body: { message: 'Somebody changed this.', code: 'stale', current: LAND } };
    const sent = stubServer(stale, { status: 200, body: LAND });
    const { onSaved } = show(LAND);
    await userEvent.type(field(/^Name/), ' 2');
    await press('Save Changes');
    expect(await screen.findByText(/This was changed elsewhere/)).toBeTruthy();
    expect(sent[0]?.body.revision).toBe(3);
    await press('Save Changes');
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(sent[1]?.body.revision).toBeUndefined();
  });

  it('asks before discarding a half-filled form', async () => {
    stubServer();
    const { onClose } = show();
    await userEvent.type(field(/^Name/), 'River');
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay and keep editing', hidden: true }));
    expect(onClose).not.toHaveBeenCalled();
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'Leave without saving', hidden: true }));
    expect(onClose).toHaveBeenCalled();
  });
});

describe('queued parcel changes', () => {
  it('show all stated values of a new parcel', () => {
    expect(draftParcel({ ...entry, call: 'POST /land', body })).toMatchObject(COMPLETE_PARCEL);
  });

  it('apply an edit, and leave omitted fields unchanged', () => {
    const call = 'PUT /land/{id}';
    const edited = editParcel({ ...LAND, name: 'Old', size: 1 }, { ...entry, call, body });
    expect(edited).toMatchObject(COMPLETE_PARCEL);
    const one = { _id: LAND._id, name: ' Hill plot ' };
    expect(editParcel(LAND, { ...entry, call, body: one })).toEqual({ ...LAND, name: 'Hill plot' });
  });
});
