import { useSearchParams } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Messenger, type Shown } from './messenger.tsx';

/** The open thread is in the URL, so that it can be linked and Back works. */
export default function MessagesPage() {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  return (
    <div className="wrap py-8">
      <PageHeader title={t('messages.heading')} lead={t('messages.lead')} />
      <Messenger level={2} shown={shownIn(search)} onShow={(shown) => setSearch(addressOf(shown))} />
    </div>
  );
}

function shownIn(search: URLSearchParams): Shown {
  const thread = search.get('thread');
  if (thread) return { thread };
  const to = search.get('to');
  if (to) return { compose: true, to };
  return search.has('new') ? { compose: true } : null;
}

function addressOf(shown: Shown): Record<string, string> {
  if (!shown) return {};
  if ('thread' in shown) return { thread: shown.thread };
  return shown.to ? { to: shown.to } : { new: '1' };
}
