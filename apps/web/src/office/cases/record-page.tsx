/** Parts of the officials' pages of one application, farmer or parcel. */
import { Eye } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

interface RecordUnavailableProps extends ComponentProps<typeof LoadError> {
  title: string;
  /** Path of the list that the record belongs to. */
  list: string;
  notFound: string;
  notFoundAction?: ReactNode;
}

/** The page while its record is loading, was not found, or failed to load. */
export function RecordUnavailable(props: RecordUnavailableProps) {
  const { query, headline, title, list, notFound, notFoundAction } = props;
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={title} back={{ to: list }} />
      <Panel aria-busy={!query.error || undefined}>
        {!query.error && <SkeletonText lines={8} />}
        {isNotFound(query.error) ? (
          <Empty title={notFound} action={notFoundAction} />
        ) : (
          <LoadError query={query} headline={headline} />
        )}
      </Panel>
    </div>
  );
}

/** Tells the official that the view is recorded in the farmer's access log. */
export function AccessNote({ children }: { children: string }) {
  return (
    <p className="mb-5 flex items-start gap-2 text-sm text-muted">
      <Eye size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}
