import type { Language } from '@ardhi/contract';
import { useUser } from '../../lib/session/session.tsx';
import { LazyTemplateSelect } from '../templates/lazy-template-select.tsx';

interface MessageTemplateProps {
  farmer: { name: string; language?: Language };
  getText: () => string;
  onText: (text: string) => void;
}

/** For officials who write to a farmer. */
export function MessageTemplate({ farmer, ...text }: MessageTemplateProps) {
  const { name, post } = useUser();
  return (
    <LazyTemplateSelect
      kind="message"
      language={farmer.language}
      values={{ farmer: farmer.name, official: name, county: post?.county ?? null }}
      {...text}
    />
  );
}
