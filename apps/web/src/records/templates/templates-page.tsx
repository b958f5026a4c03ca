import type { TextTemplate } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { TEMPLATE_KINDS, type TemplateKind } from '@ardhi/contract/template-text';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useDeleteTemplate, useTemplates } from './queries.ts';
import { TemplateDialog } from './template-dialog.tsx';
import { TemplatePreview } from './template-preview.tsx';

/** The templates of the office by kind. The kind is stored in the URL. */
export default function TemplatesPage() {
  const t = useT();
  const user = useUser();
  const [search, change] = useSearchChange();
  const kind = TEMPLATE_KINDS.find((one) => one === search.get('kind')) ?? 'return';
  const templates = useTemplates(kind);
  const [editing, setEditing] = useState<TextTemplate | 'new' | null>(null);
  const canEdit = hasDuty(user, 'decide');
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.staff, label: t('templates.back') }}
        title={t('templates.title')}
        lead={t('templates.lead')}
        actions={
          canEdit && (
            <Button
              variant="main"
              icon={<Plus size={18} aria-hidden="true" />}
              onClick={() => setEditing('new')}
            >
              {t('templates.new')}
            </Button>
          )
        }
      />
      <div className="mb-4">
        <Segmented<TemplateKind>
          look="chips"
          label={t('templates.kinds')}
          value={kind}
          onChange={(next) => change({ kind: next === 'return' ? undefined : next })}
          options={TEMPLATE_KINDS.map((value) => ({ value, label: t(`templates.kind.${value}`) }))}
        />
      </div>
      <Panel aria-label={t('templates.title')} aria-busy={templates.isPending || undefined}>
        {templates.isPending && <SkeletonText lines={6} />}
        <LoadError query={templates} headline={t('templates.failed')} />
        {templates.data?.length === 0 && (
          <Empty
            title={t('templates.empty')}
            text={t(canEdit ? 'templates.emptyText' : 'templates.emptyView')}
          />
        )}
        <ul className="divide-y divide-line">
          {templates.data?.map((template) => (
            <Item
              key={template._id}
              template={template}
              onEdit={canEdit ? () => setEditing(template) : undefined}
            />
          ))}
        </ul>
      </Panel>
      {editing && (
        <TemplateDialog
          kind={kind}
          template={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </div>
  );
}

function Item({ template, onEdit }: { template: TextTemplate; onEdit: (() => void) | undefined }) {
  const t = useT();
  const confirm = useConfirm();
  const remove = useDeleteTemplate();
  const { name } = template;
  const ask = async () => {
    const isSure = await confirm({
      title: t('templates.deleteQuestion', { name }),
      text: t('templates.deleteText'),
      action: t('templates.delete'),
    });
    if (!isSure) return;
    try {
      await remove.mutateAsync({ params: { id: template._id } });
      toast.done(t('templates.deleted'));
    } catch (error) {
      toast.failed(problemLine(error, t('templates.deleteFailed'), t));
    }
  };
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg wrap-anywhere">{name}</h2>
        {onEdit && (
          <div className="flex gap-2">
            <Button
              size="small"
              aria-label={t('templates.named', { action: t('templates.edit'), name })}
              onClick={onEdit}
            >
              {t('templates.edit')}
            </Button>
            <Button
              size="small"
              busy={remove.isPending}
              aria-label={t('templates.named', { action: t('templates.delete'), name })}
              onClick={() => void ask()}
            >
              {t('templates.delete')}
            </Button>
          </div>
        )}
      </div>
      <TemplatePreview template={template} />
    </li>
  );
}
