/** Renders the Markdown of our own documents: headings, paragraphs, lists, pictures, tables and code blocks. */
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router';
import { type Column, DataTable } from '../ui/charts/table.tsx';
import { type Block, parseBlocks, slugOf } from './markdown-blocks.ts';

interface MarkdownProps {
  text: string;
  /** Addresses of linked documents in the app, by file name: `{ 'README.md': '/score-method' }`. */
  documents?: Readonly<Record<string, string>>;
  renderPicture?: (file: string, text: string) => ReactNode;
}

export function Markdown({ text, documents = {}, renderPicture }: MarkdownProps) {
  let heading = '';
  return parseBlocks(text).map((block, index) => {
    if (block.kind === 'heading') heading = block.text;
    if (block.kind === 'picture')
      return <Fragment key={block.file}>{renderPicture?.(block.file, block.text)}</Fragment>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
    return <BlockView key={index} block={block} caption={heading} documents={documents} />;
  });
}

type Documents = Readonly<Record<string, string>>;

type TextBlock = Exclude<Block, { kind: 'picture' }>;

function BlockView({
  block,
  caption,
  documents,
}: {
  block: TextBlock;
  caption: string;
  documents: Documents;
}) {
  const inline = (text: string) => <Inline text={text} documents={documents} />;
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level > 2 ? 'h3' : 'h2';
      return (
        <Heading id={slugOf(block.text)} className="mt-8 mb-2 scroll-mt-4 first:mt-0">
          {block.text}
        </Heading>
      );
    }
    case 'paragraph':
      return <p className="prose my-3">{inline(block.text)}</p>;
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul';
      return (
        <List className={`prose my-3 space-y-1 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item) => (
            <li key={item}>{inline(item)}</li>
          ))}
        </List>
      );
    }
    case 'code':
      return (
        <pre className="num my-3 rounded-card border border-line bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
          {block.text}
        </pre>
      );
    case 'table': {
      const columns = columnsOf(block.header, block.rows, inline);
      return (
        <div className="document-table my-4">
          <DataTable
            caption={caption}
            columns={columns}
            rows={block.rows}
            rowKey={(row) => row.join('|')}
            cards={columns.length > 2 || columns.some(({ text }) => text)}
          />
        </div>
      );
    }
  }
}

const NUMERIC = /^[-\d.,/~°% ]*$/;
/** Longer texts are placed below their label in a card. */
const LONG_CHARACTERS = 40;

function columnsOf(
  header: readonly string[],
  rows: readonly string[][],
  inline: (text: string) => ReactNode,
): Column<string[]>[] {
  return header.map((label, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      key: `${index}`,
      label,
      cell: (row) => inline(row[index] ?? ''),
      title: index === 0,
      numeric: index > 0 && cells.every((cell) => NUMERIC.test(cell)),
      text: index > 0 && cells.some(({ length }) => length > LONG_CHARACTERS),
    };
  });
}

const INLINE = /(`[^`]+`|\*\*[^*]+\*\*|\*[^\s*][^*]*\*|\[[^\]]+\]\([^)]+\))/;

function Inline({ text, documents }: { text: string; documents: Documents }) {
  return text.split(INLINE).map((part, index) => {
    const [, label = '', target = ''] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
      <Fragment key={index}>
        {target ? (
          <TextLink target={target} label={label} documents={documents} />
        ) : part.startsWith('`') ? (
          <Code text={part.slice(1, -1)} />
        ) : part.startsWith('**') ? (
          <strong>{part.slice(2, -2)}</strong>
        ) : /^\*\S/.test(part) ? (
          <em>{part.slice(1, -1)}</em>
        ) : (
          part
        )}
      </Fragment>
    );
  });
}

/** Paths break after a slash, not within a word. */
function Code({ text }: { text: string }) {
  return (
    <code className="wrap-break-word">
      {text.split('/').map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <Fragment key={index}>
          {index > 0 && (
            <>
              /<wbr />
            </>
          )}
          {word}
        </Fragment>
      ))}
    </code>
  );
}

/** Links to documents that the app does not show are plain text. */
function TextLink({ target, label, documents }: { target: string; label: string; documents: Documents }) {
  if (/^https?:/.test(target)) {
    return (
      <a className="link" href={target} target="_blank" rel="noreferrer">
        {label}
      </a>
    );
  }
  const [file = '', anchor] = target.split('#');
  const page = file === '' ? '' : documents[file.split('/').at(-1)!];
  if (page === undefined) return label;
  const address = anchor && !page.includes('#') ? `${page}#${anchor}` : page;
  // The browser itself scrolls to a place on the same page.
  return address.startsWith('#') ? (
    <a className="link" href={address}>
      {label}
    </a>
  ) : (
    <Link className="link" to={address}>
      {label}
    </Link>
  );
}
