import { splitLinks } from './links.ts';

/** Shows user-written text verbatim; only http and https URLs become links. */
export function LinkedText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={className}>
      {splitLinks(text).map((part) =>
        part.href ? (
          <a
            key={part.at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="wrap-anywhere underline underline-offset-2 hover:decoration-2"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </span>
  );
}
