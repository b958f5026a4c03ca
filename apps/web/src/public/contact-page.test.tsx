import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../test/render.tsx';
import { stubResponses } from '../../test/server.ts';
import ContactPage from './contact-page.tsx';

const FILL_ALL = 'Please fill in all fields.';

/** Opens the page. Empty values stay empty. */
async function fillIn({ name = 'Amina', email = 'amina@example.org', message = 'Hello' } = {}) {
  renderApp(<ContactPage />);
  for (const [label, text] of Object.entries({ Name: name, Email: email, Message: message }))
    if (text) await userEvent.type(screen.getByLabelText(label), text);
}

const send = () => userEvent.click(screen.getByRole('button', { name: 'Send Message' }));

/** Opens the page and sends the form. */
async function write(fields = {}) {
  await fillIn(fields);
  await send();
}

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
      await write(fields);
      expect(screen.getByRole('alert').textContent).toBe(FILL_ALL);
      expect(sent).toEqual([]);
    },
  );

  it('sends nothing with an invalid email address', async () => {
    const sent = stubResponses({});
    await write({ email: 'amina' });
    expect(screen.getByRole('alert').textContent).toMatch(/^Please check your email address\./);
    expect(sent).toEqual([]);
  });

  it('replaces the form after success, and sends no token', async () => {
    localStorage.setItem('token', 'secret');
    const sent = stubResponses({ 'POST /contact': { status: 201 } });
    await write();
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
    await write();
    expect(await screen.findByText(/^Thank you for reaching out!/)).toBeTruthy();
  });

  it('reports a failure if a captive portal responds with an HTML page', async () => {
    const headers = { 'content-type': 'text/html; charset=utf-8' };
    vi.stubGlobal('fetch', async () => new Response('<h1>Buy airtime</h1>', { headers }));
    await write();
    expect((await screen.findByText('Failed to send message.')).className).toContain('text-clay');
  });

  it('sends the honeypot field only if it is filled', async () => {
    const sent = stubResponses({ 'POST /contact': { status: 201 } });
    await fillIn();
    await userEvent.type(document.querySelector('[name=website]') as Element, 'x');
    await send();
    expect(sent[0]?.body).toMatchObject({ website: 'x' });
  });

  it.each([
    ['the server’s message', { status: 429, body: { message: 'Too many.', code: 'x' } }, 'Too many.'],
    ['the fixed text without one', { status: 500, body: {} }, 'Failed to send message.'],
    ['the fixed text without a network', 'no network' as const, 'Failed to send message.'],
  ])('keeps the input after an error and shows %s', async (_name, response, expected) => {
    stubResponses({ 'POST /contact': response });
    await write();
    expect((await screen.findByText(expected)).closest('[role=alert]')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Amina');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Hello');
  });

  it('clears the error when a valid form is sent again', async () => {
    stubResponses({ 'POST /contact': 'never' });
    await write({ message: '' });
    expect(screen.getByRole('alert').textContent).toBe(FILL_ALL);
    await userEvent.type(screen.getByLabelText('Message'), 'Now with text');
    await send();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('hides the honeypot from users', () => {
    renderApp(<ContactPage />);
    expect(screen.queryByRole('textbox', { name: 'Website' })).toBeNull();
  });
});
