import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { stubResponses } from '../../test/server.ts';
import ContactPage from './contact-page.tsx';

const FILL_ALL = 'Please fill in all fields.';

async function fillIn({ name = 'Amina', email = 'amina@example.org', message = 'Hello' } = {}) {
  const user = userEvent.setup();
  if (name) await user.type(screen.getByLabelText('Name'), name);
  if (email) await user.type(screen.getByLabelText('Email'), email);
  if (message) await user.type(screen.getByLabelText('Message'), message);
  return user;
}

const send = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Send Message' }));

describe('contact page', () => {
  it('starts empty, with the labels and placeholders of the specification', () => {
    renderApp(<ContactPage />);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Contact Us');
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    const email = screen.getByLabelText<HTMLInputElement>('Email');
    const message = screen.getByLabelText<HTMLTextAreaElement>('Message');
    expect([name.value, email.value, message.value]).toEqual(['', '', '']);
    expect([name.placeholder, email.placeholder, message.placeholder]).toEqual([
      'Your Name',
      'info@ardhi.example',
      'How can we help you?',
    ]);
    expect([name.required, email.required, message.required, message.rows]).toEqual([true, true, true, 5]);
    expect(email.type).toBe('email');
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it.each([{ name: '' }, { email: '' }, { message: '' }, { name: '   ' }])(
    'sends nothing with an empty field: %o',
    async (fields) => {
      const sent = stubResponses({});
      renderApp(<ContactPage />);
      await send(await fillIn(fields));
      expect(screen.getByRole('alert').textContent).toBe(FILL_ALL);
      expect(sent).toEqual([]);
    },
  );

  it('replaces the form after success, and sends no token', async () => {
    localStorage.setItem('token', 'secret');
    const sent = stubResponses({ 'POST /contact': { status: 201 } });
    renderApp(<ContactPage />);
    await send(await fillIn());
    expect(await screen.findByText(/^Thank you for reaching out!/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send Message' })).toBeNull();
    expect(sent[0]?.headers.has('Authorization')).toBe(false);
    expect(sent[0]?.body).toEqual({ name: 'Amina', email: 'amina@example.org', message: 'Hello' });
  });

  it.each([
    ['200 with text', new Response('Thank you', { status: 200 })],
    ['200 with nothing', new Response(null, { status: 200 })],
    ['201 with nothing', new Response(null, { status: 201 })],
    ['204', new Response(null, { status: 204 })],
  ])('treats %s as success', async (_name, response) => {
    vi.stubGlobal('fetch', async () => response);
    renderApp(<ContactPage />);
    await send(await fillIn());
    expect(await screen.findByText(/^Thank you for reaching out!/)).toBeTruthy();
  });

  it('reports a failure if a captive portal responds with an HTML page', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    vi.stubGlobal('fetch', async () => new Response('<h1>Buy airtime</h1>', { headers }));
    renderApp(<ContactPage />);
    await send(await fillIn());
    expect((await screen.findByText('Failed to send message.')).className).toContain('text-clay');
  });

  it('sends the honeypot field only if it is filled', async () => {
    const sent = stubResponses({ 'POST /contact': { status: 201 } });
    renderApp(<ContactPage />);
    const user = await fillIn();
    await user.type(document.querySelector('[name=website]') as Element, 'x');
    await send(user);
    expect(sent[0]?.body).toMatchObject({ website: 'x' });
  });

  it.each([
    ['the server’s message', { status: 429, body: { message: 'Too many.', code: 'x' } }, 'Too many.'],
    ['the fixed text without one', { status: 500, body: {} }, 'Failed to send message.'],
    ['the fixed text without a network', 'no network' as const, 'Failed to send message.'],
  ])('keeps the input after an error and shows %s', async (_name, response, expected) => {
    stubResponses({ 'POST /contact': response });
    renderApp(<ContactPage />);
    const user = await fillIn();
    await send(user);
    expect((await screen.findByText(expected)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Amina');
  });

  it('clears the error when a valid form is sent again', async () => {
    stubResponses({ 'POST /contact': 'never' });
    renderApp(<ContactPage />);
    const user = await fillIn({ message: '' });
    await send(user);
    expect(screen.getByRole('alert').textContent).toBe(FILL_ALL);
    await user.type(screen.getByLabelText('Message'), 'Now with text');
    await send(user);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('hides the honeypot from users', () => {
    renderApp(<ContactPage />);
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
  });
});
