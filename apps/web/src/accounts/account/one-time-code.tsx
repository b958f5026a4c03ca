import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Callout } from '../../ui/feedback/callout.tsx';

interface OneTimeCodeProps {
  headline: string;
  /** Several codes are shown one per line. */
  code: string | readonly string[];
  note: string;
}

/** A secret that is shown once, large enough to read out over the phone. */
export function OneTimeCode({ headline, code, note }: OneTimeCodeProps) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const text = typeof code === 'string' ? code : code.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div role="status" className="mt-5">
      <Callout tone="ok" headline={headline}>
        <div className="mt-2 flex flex-wrap items-center gap-3">
          <code
            className={cx(
              'rounded-card border border-line-strong bg-surface px-3 py-2 text-lg',
              typeof code === 'string' ? 'break-all' : 'whitespace-pre',
            )}
          >
            {text}
          </code>
          {/* The clipboard API needs HTTPS; without it the code can still be selected. */}
          {navigator.clipboard && (
            <Button
              size="small"
              icon={copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
              onClick={copy}
            >
              {copied ? t('account.code.copied') : t('account.code.copy')}
            </Button>
          )}
        </div>
        <p className="mt-2 text-sm">{note}</p>
      </Callout>
    </div>
  );
}
