import type { StaffMember } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { areaName, useDutyNames } from '../../accounts/account/post-labels.ts';
import { mailTo } from '../../lib/page/mail-to.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';

export function StaffTable({ rows }: { rows: StaffMember[] | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <DataTable
      list
      twoLines
      caption={t('staff.title')}
      loading={!rows}
      loadingRows={6}
      rows={rows}
      rowKey={(row) => row._id}
      empty={<Empty title={t('staff.none')} text={t('staff.noneText')} />}
      columns={[
        {
          key: 'name',
          label: t('staff.official'),
          title: true,
          share: 48,
          cell: (row) => (
            <>
              <span>{row.name}</span> {row.suspended && <Badge tone="no">{t('staff.suspended')}</Badge>}
              <span className="second text-sm font-normal text-muted">
                <a className="link break-all" href={mailTo(row.email)}>
                  {row.email}
                </a>
                {row.department && ` · ${row.department}`}
              </span>
            </>
          ),
        },
        { key: 'posts', label: t('staff.posts'), text: true, cell: (row) => <Posts posts={row.posts} /> },
        {
          ...numeric('open', t('staff.openCases')),
          share: 10,
          cell: (row) =>
            row.openCases > 0 ? (
              <Link className="link" to={paths.casesOf(row._id)}>
                {format.number(row.openCases, 0)}
              </Link>
            ) : (
              format.number(0, 0)
            ),
        },
      ]}
    />
  );
}

function Posts({ posts }: Pick<StaffMember, 'posts'>) {
  const t = useT();
  const dutyNames = useDutyNames();
  if (posts.length === 0) return <span className="text-muted">{t('staff.noPost')}</span>;
  return (
    <ul className="space-y-1">
      {posts.map((post) => (
        <li key={post._id}>
          <span className="font-semibold">{areaName(post.county, t)}</span>
          {' · '}
          {dutyNames(post.duties)} <PostEnd post={post} />
        </li>
      ))}
    </ul>
  );
}

const TONES = { current: 'off', future: 'info', ending: 'wait', ended: 'no' } as const;

/** The last day; highlighted if the post ends soon or has ended. */
function PostEnd({ post: { state, from, until, endedAt } }: { post: StaffMember['posts'][number] }) {
  const t = useT();
  const format = useFormat();
  const day = state === 'future' ? from : (endedAt ?? until);
  if (!day) return null;
  return <Badge tone={TONES[state]}>{t(`staff.post.${state}`, { date: format.date(day, 'medium') })}</Badge>;
}
