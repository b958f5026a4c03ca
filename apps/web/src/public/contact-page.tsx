import { MAX_CONTENT_LENGTH, MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, NetworkError, request } from '../lib/http/api.ts';
import { useConfig } from '../lib/http/config.tsx';
import { serverMessage } from '../lib/http/error-kinds.ts';
import { useIdempotencyKey } from '../lib/http/use-idempotency-key.ts';
import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { TextArea, TextField } from '../ui/forms/field.tsx';

const FIELDS = ['name', 'email', 'message'] as const;
type Field = (typeof FIELDS)[number];

interface Fault {
  headline: string;
  fields?: Partial<Record<Field, string>>;
}

export default function ContactPage() {
  const t = useT();
  const [sent, setSent] = useState(false);
  return (
    <div className="wrap grid gap-x-16 gap-y-10 py-9 lg:grid-cols-[minmax(0,36rem)_1fr] lg:py-12">
      <div>
        <h1>{t('contact.heading')}</h1>
        {sent ? (
          <Thanks />
        ) : (
          <>
            <p className="mt-3 mb-7 text-muted">{t('contact.intro')}</p>
            <ContactForm onSent={() => setSent(true)} />
          </>
        )}
      </div>
      <Details />
    </div>
  );
}

function ContactForm({ onSent }: { onSent: () => void }) {
  const t = useT();
  const { contact } = useConfig();
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const { keyFor } = useIdempotencyKey();

  /** Shows the error, then the browser's own hint at the field. */
  function check(form: HTMLFormElement, values: Record<Field, string>): boolean {
    const empty = FIELDS.find((field) => values[field].trim() === '');
    if (!empty && form.checkValidity()) return true;
    setFault(
      empty
        ? { headline: t('contact.fillAll') }
        : { headline: t('contact.invalidEmail'), fields: { email: t('contact.invalidEmailHint') } },
    );
    if (form.reportValidity() && empty) form.querySelector<HTMLElement>(`[name=${empty}]`)?.focus();
    return false;
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const text = (name: string) => String(data.get(name) ?? '');
    const values = { name: text('name'), email: text('email'), message: text('message') };
    if (!check(form, values)) return;
    // Honeypot: empty for humans, and then not sent.
    const website = text('website');
    const body = { ...values, ...(website && { website }) };
    setFault(null);
    setBusy(true);
    try {
      const answer = await request('POST /contact', { body, anonymous: true, idempotencyKey: keyFor(body) });
      // A captive portal responds 200 with its own page; the message was not delivered.
      if (isWebPage(answer)) throw new NetworkError('A web page answered');
      onSent();
    } catch (error) {
      setFault({
        headline: serverMessage(error) ?? t('contact.failed'),
        fields:
          error instanceof ApiError
            ? Object.fromEntries(error.issues.map((issue) => [issue.path, issue.message]))
            : {},
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate method="post" onSubmit={submit} className="space-y-5">
      <div role="alert" className="empty:hidden">
        {fault && <Callout tone="no" headline={fault.headline} />}
      </div>
      <TextField
        name="name"
        label={t('contact.name')}
        placeholder={t('contact.namePlaceholder')}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        required
        error={fault?.fields?.name}
      />
      <TextField
        name="email"
        type="email"
        label={t('contact.email')}
        placeholder={contact.email}
        autoComplete="email"
        maxLength={MAX_EMAIL_LENGTH}
        required
        error={fault?.fields?.email}
      />
      <TextArea
        name="message"
        label={t('contact.message')}
        placeholder={t('contact.messagePlaceholder')}
        rows={5}
        maxLength={MAX_CONTENT_LENGTH}
        required
        error={fault?.fields?.message}
      />
      <div aria-hidden="true" className="honeypot">
        <label>
          {t('contact.website')}
          <input name="website" type="text" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <Button type="submit" variant="main" busy={busy} busyLabel={t('contact.sending')}>
        {t('contact.send')}
      </Button>
    </form>
  );
}

const isWebPage = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('Content-Type') ?? '');

function Thanks() {
  const t = useT();
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div ref={message} role="status" tabIndex={-1} className="mt-6 outline-none">
      <Callout tone="ok" headline={t('contact.thanks')} />
    </div>
  );
}

function Details() {
  const t = useT();
  const { contact } = useConfig();
  return (
    <aside className="h-fit border-t border-line pt-6 lg:mt-2 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-10">
      <h2 className="text-xl">{t('contact.reach')}</h2>
      <dl className="mt-4 space-y-4">
        <div>
          <dt className="text-sm text-muted">{t('contact.address')}</dt>
          <dd>{contact.address}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('contact.phone')}</dt>
          <dd>
            <a className="link inline-block py-1" href={`tel:${contact.phone}`}>
              {contact.phone}
            </a>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('contact.email')}</dt>
          <dd>
            <a className="link inline-block py-1" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
