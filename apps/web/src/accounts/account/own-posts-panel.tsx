import type { OwnPost } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { areaName, useDutyNames, useLimitTexts } from './post-labels.ts';
import { accountKeys, ownPostsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** The official's active post, and the others to switch to. */
export function OwnPostsPanel() {
  const t = useT();
  const format = useFormat();
  const dutyNames = useDutyNames();
  const limitTexts = useLimitTexts();
  const own = useQuery(ownPostsQuery);
  const columns: Column<OwnPost>[] = [
    { key: 'area', label: t('account.posts.area'), title: true, cell: (post) => areaName(post.county, t) },
    { key: 'duties', label: t('account.posts.duties'), cell: (post) => dutyNames(post.duties) },
    {
      key: 'limits',
      label: t('account.posts.limits'),
      cell: (post) => <span className="wrap-normal">{limitTexts(post)}</span>,
    },
    {
      key: 'until',
      label: t('account.posts.until'),
      cell: (post) => (post.until ? format.date(post.until, 'medium') : t('account.posts.open')),
    },
  ];
  return (
    <Panel title={t('account.posts.ownTitle')} note={t('account.posts.ownNote')}>
      {own.isError && !own.data ? (
        <LoadError query={own} headline={t('account.posts.failed')} />
      ) : (
        <DataTable
          caption={t('account.posts.ownTitle')}
          columns={columns}
          rows={own.data?.posts}
          loading={own.isPending}
          loadingRows={1}
          rowKey={(post) => post._id}
          rowActions={(post) =>
            post._id === own.data?.working ? (
              <Badge tone="ok">{t('account.posts.working')}</Badge>
            ) : (
              <WorkHere post={post} />
            )
          }
          empty={<p className="text-muted">{t('account.posts.none')}</p>}
        />
      )}
    </Panel>
  );
}

function WorkHere({ post }: { post: OwnPost }) {
  const t = useT();
  const change = useAccountWrite('PUT /government/posts/own', {
    refetch: accountKeys.ownPosts,
    onSuccess: async () => {
      await sessionStore.refresh();
      toast.done(t('account.posts.switched', { area: areaName(post.county, t) }));
    },
  });
  return (
    <Button
      size="small"
      busy={change.isPending}
      aria-label={t('account.posts.workIn', { area: areaName(post.county, t) })}
      onClick={() => change.mutate({ body: { postId: post._id } })}
    >
      {t('account.posts.work')}
    </Button>
  );
}
