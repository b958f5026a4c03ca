import type { Duty, Post } from '@ardhi/contract';
import { useForm } from 'react-hook-form';
import { checkMoney, isEmail, numberIn } from '../../lib/forms/checks.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { CountyField } from '../../ui/forms/county-field.tsx';
import { DateField } from '../../ui/forms/date-field.tsx';
import { Checkbox, MoneyField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { areaName, DUTIES, useDutyNames, useLimitTexts } from './post-labels.ts';
import { toFormProblem } from './problem.ts';
import { accountKeys } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** For account managers: assigns and ends posts in their area. */
export function PostsPanel() {
  const t = useT();
  const format = useFormat();
  const dutyNames = useDutyNames();
  const limitTexts = useLimitTexts();
  const posts = usePages('GET /government/posts', {
    queryKey: accountKeys.posts,
    failed: 'account.posts.failed',
  });
  const endDate = ({ endedAt, until }: Post) => {
    const day = endedAt ?? until;
    return day && format.date(day, 'medium');
  };
  const columns: Column<Post>[] = [
    {
      key: 'official',
      label: t('account.posts.official'),
      title: true,
      cell: ({ official }) => official.name || t('account.posts.deleted'),
    },
    { key: 'area', label: t('account.posts.area'), cell: (post) => areaName(post.county, t) },
    {
      key: 'duties',
      label: t('account.posts.duties'),
      cell: (post) => (
        <>
          {dutyNames(post.duties)}
          <span className="block text-sm wrap-normal text-muted">
            {t('account.posts.limits')}: {limitTexts(post)}
          </span>
        </>
      ),
    },
    {
      key: 'days',
      label: t('account.posts.days'),
      cell: (post) =>
        [format.date(post.from, 'medium'), endDate(post) ?? t('account.posts.open')].join(' – '),
    },
  ];
  return (
    <Panel title={t('account.posts.title')} note={t('account.posts.note')}>
      <AssignPost />
      <div className="mt-5">
        {posts.isError && !posts.data ? (
          <LoadError query={posts} headline={t('account.posts.failed')} />
        ) : (
          <DataTable
            caption={t('account.posts.title')}
            columns={columns}
            rows={posts.data?.pages.flatMap(({ rows }) => rows)}
            loading={posts.isPending}
            loadingRows={1}
            rowKey={(post) => post._id}
            rowActions={(post) => <PostState post={post} />}
            empty={<p className="text-muted">{t('account.posts.empty')}</p>}
          />
        )}
        <LoadMore query={posts} className="mt-4" size="small">
          {t('account.posts.more')}
        </LoadMore>
      </div>
    </Panel>
  );
}

interface Values {
  email: string;
  county: string;
  duties: Duty[];
  from: string;
  until: string;
  limit: string;
  monthLimit: string;
}

function AssignPost() {
  const t = useT();
  const { post: own } = useUser();
  const county = own?.county ?? '';
  const form = useForm<Values>({
    defaultValues: {
      email: '',
      county,
      duties: ['view', 'decide'],
      from: '',
      until: '',
      limit: '',
      monthLimit: '',
    },
  });
  const assign = useRefetchingWrite('POST /government/posts', { refetch: accountKeys.posts });
  const submit = useSubmit(
    async ({ limit, monthLimit, ...values }: Values) => {
      const body = { ...values, limit: numberIn(limit), monthLimit: numberIn(monthLimit) };
      const { official } = await assign.mutateAsync({ body });
      form.reset();
      toast.done(t('account.posts.assigned', { name: official.name }));
    },
    (error) => toFormProblem(error, t),
  );
  const { errors } = form.formState;
  return (
    <Form form={form} {...submit}>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <TextField
          label={t('account.posts.email')}
          type="email"
          autoComplete="off"
          required
          error={errors.email?.message}
          {...form.register('email', {
            validate: (value) => isEmail(value) || t('account.resetCode.emailInvalid'),
          })}
        />
        <CountyField
          wanted={county === ''}
          label={t('account.posts.area')}
          placeholder={county === '' ? t('account.posts.country') : undefined}
          defaultValue={county}
          error={errors.county?.message}
          {...form.register('county')}
        />
        <DateField
          label={t('account.posts.from')}
          hint={t('account.posts.fromHint')}
          error={errors.from?.message}
          {...form.register('from')}
        />
        <DateField
          label={t('account.posts.until')}
          hint={t('account.posts.untilHint')}
          error={errors.until?.message}
          {...form.register('until')}
        />
        <MoneyField
          label={t('account.posts.limit')}
          hint={t('account.posts.limitHint')}
          error={errors.limit?.message}
          {...form.register('limit', { validate: (value) => checkMoney(value, t, false) })}
        />
        <MoneyField
          label={t('account.posts.monthLimit')}
          hint={t('account.posts.monthLimitHint')}
          error={errors.monthLimit?.message}
          {...form.register('monthLimit', { validate: (value) => checkMoney(value, t, false) })}
        />
      </div>
      <fieldset className="mt-4">
        <legend className="font-semibold">{t('account.posts.duties')}</legend>
        <div className="flex flex-wrap gap-x-6">
          {DUTIES.map((duty) => (
            <Checkbox
              key={duty}
              label={t(`account.posts.duty.${duty}`)}
              value={duty}
              error={duty === 'view' ? errors.duties?.message : undefined}
              {...form.register('duties')}
            />
          ))}
        </div>
      </fieldset>
      <Button
        type="submit"
        variant="main"
        className="mt-3 max-sm:w-full"
        busy={assign.isPending}
        busyLabel={t('account.saving')}
      >
        {t('account.posts.assign')}
      </Button>
    </Form>
  );
}

function PostState({ post }: { post: Post }) {
  const t = useT();
  const user = useUser();
  if (post.endedAt) return <Badge tone="off">{t('account.posts.endedBadge')}</Badge>;
  if (post.official._id === user._id) return null;
  return <EndPost post={post} />;
}

function EndPost({ post }: { post: Post }) {
  const t = useT();
  const confirm = useConfirm();
  const end = useAccountWrite('PUT /government/posts/{id}/end', {
    refetch: accountKeys.posts,
    onSuccess: () => toast.done(t('account.posts.ended')),
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('account.posts.endQuestion', { name: post.official.name }),
      text: t('account.posts.endText', { area: areaName(post.county, t) }),
      action: t('account.posts.end'),
    });
    if (isConfirmed) end.mutate({ params: { id: post._id } });
  };
  return (
    <Button
      size="small"
      busy={end.isPending}
      aria-label={t('account.posts.endOf', { name: post.official.name, area: areaName(post.county, t) })}
      onClick={ask}
    >
      {t('account.posts.end')}
    </Button>
  );
}
