/** /dev/ui, in development only: every part of the kit in every state, both themes side by side. */
import { Download, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Badge } from './badge.tsx';
import { Button, ButtonLink } from './button.tsx';
import { Callout } from './callout.tsx';
import { ConfirmProvider } from './confirm.tsx';
import { ChartSamples, ProgressSamples, TableSamples } from './dev-data.tsx';
import { DialogSamples, FieldSamples, FormSample } from './dev-forms.tsx';
import { Disclosure } from './disclosure.tsx';
import { Empty } from './empty.tsx';
import { ErrorState } from './error-state.tsx';
import { FilterTag } from './filter-tag.tsx';
import { IconButton } from './icon-button.tsx';
import { Loading } from './loading.tsx';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';
import { PageHeader } from './page.tsx';
import { Panel } from './panel.tsx';
import { ScoreMark, ScoreMeter } from './score.tsx';
import { Segmented } from './segmented.tsx';
import { SkeletonText } from './skeleton.tsx';
import { StatTiles } from './stat-tiles.tsx';
import { Timeline } from './timeline.tsx';
import { Toaster, toast } from './toast.tsx';

export default function DevPage() {
  return (
    <ConfirmProvider>
      <div className="grid xl:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <section
            key={theme}
            aria-label={theme}
            data-theme={theme}
            className="min-w-0 bg-paper p-4 text-ink sm:p-6"
          >
            <Gallery theme={theme} />
          </section>
        ))}
      </div>
      <Toaster />
    </ConfirmProvider>
  );
}

function Gallery({ theme }: { theme: string }) {
  const [period, setPeriod] = useState('monthly');
  return (
    <div className="space-y-6">
      <Logo />
      <PageHeader
        back={{ to: '/analytics', label: 'Back to Analytics' }}
        eyebrow={`Sunday 15 November 2026 · ${theme}`}
        title="The country this month"
        lead="Figures equal a full recount of what is stored at this moment."
        actions={
          <>
            <Segmented
              label={`Period, ${theme}`}
              options={['weekly', 'monthly', 'yearly'].map((value) => ({ value, label: value }))}
              value={period}
              onChange={setPeriod}
            />
            <Button icon={<Download size={18} aria-hidden="true" />}>Export Report</Button>
          </>
        }
      />
      <StatTiles
        label={`Figures, ${theme}`}
        tiles={[
          { label: 'Total farmers', value: '412,806', note: '+1.2% on the month before', trend: 'better' },
          { label: 'Area', value: '3.14 M', unit: 'acres', note: 'no change' },
          { label: 'Average sustainability', value: '58%', note: '−1 · 61% assessed', trend: 'worse' },
        ]}
      />
      <StatTiles
        label={`Figures on their way, ${theme}`}
        loading
        tiles={[{ label: 'Total lands' }, { label: 'Total area' }, { label: 'Average' }, { label: 'Crops' }]}
      />
      <Block theme={theme} title="Buttons">
        <Buttons />
      </Block>
      <Block theme={theme} title="Scores and states">
        <Scores />
      </Block>
      <Block theme={theme} title="Fields">
        <FieldSamples />
      </Block>
      <Block theme={theme} title="Form">
        <FormSample />
      </Block>
      <Block theme={theme} title="Dialogs">
        <DialogSamples />
      </Block>
      <Block theme={theme} title="Table and pager">
        <TableSamples theme={theme} />
      </Block>
      <Panel>
        <ChartSamples />
      </Panel>
      <Block theme={theme} title="Progress">
        <ProgressSamples />
      </Block>
      <Block theme={theme} title="Filters, timeline, more">
        <Rest theme={theme} />
      </Block>
      <Block theme={theme} title="Empty, error, loading">
        <Empty
          title="No land parcels yet"
          text="Add your first parcel."
          action={<Button variant="main">Add New Land</Button>}
        />
        <ErrorState headline="Failed to fetch lands" detail="The server did not answer." onRetry={() => {}} />
        <SkeletonText />
        <Loading />
      </Block>
    </div>
  );
}

function Block({ title, theme, children }: { title: string; theme: string; children: ReactNode }) {
  return (
    <Panel title={title} aria-labelledby={undefined} aria-label={`${title}, ${theme}`}>
      {children}
    </Panel>
  );
}

const menuItems = [
  {
    key: 'edit',
    label: 'Edit',
    icon: <Pencil size={18} aria-hidden="true" />,
    onSelect: () => toast.done('Edit'),
  },
  { key: 'history', label: 'History', to: '/dashboard' },
  {
    key: 'delete',
    label: 'Delete',
    icon: <Trash2 size={18} aria-hidden="true" />,
    danger: true,
    onSelect: () =>
      toast.done('Parcel deleted', { action: { label: 'Undo', onAction: () => toast.done('Back') } }),
  },
];

function Buttons() {
  const [busy, setBusy] = useState(false);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="main" icon={<Plus size={18} aria-hidden="true" />}>
          Add New Land
        </Button>
        <Button>Plain</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Delete</Button>
        <ButtonLink to="/login">A link</ButtonLink>
        <Button disabled>Off</Button>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="large" variant="main">
          Large
        </Button>
        <Button size="small">Small</Button>
        <Button busy={busy} busyLabel="Saving..." variant="main" onClick={() => setBusy(true)}>
          Save
        </Button>
        <Button busy busyLabel="Logging in..." variant="main">
          Login
        </Button>
        <IconButton label="Edit parcel" icon={<Pencil size={18} aria-hidden="true" />} variant="plain" />
        <Menu label="More" items={menuItems} variant="plain" />
        <Menu
          label="More about this parcel"
          icon={<Ellipsis size={20} aria-hidden="true" />}
          iconOnly
          items={menuItems}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toast.done('Parcel saved')}>Say done</Button>
        <Button onClick={() => toast.failed('Failed to save the parcel')}>Say failed</Button>
      </div>
    </div>
  );
}

function Scores() {
  return (
    <div className="space-y-4">
      <ScoreMark score={67} large />
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {[12, 28, 50, 66, 89, null].map((score) => (
          <div key={score} className="space-y-2">
            <ScoreMeter score={score} />
            <ScoreMark score={score} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge tone="ok">Active</Badge>
        <Badge tone="wait">Pending</Badge>
        <Badge tone="no">Rejected</Badge>
        <Badge tone="off">Retired</Badge>
        <Badge tone="info">3 new</Badge>
      </div>
      <Callout tone="ok" headline="Application submitted successfully!" />
      <Callout tone="wait" headline="Service is due">
        In 12 hours of use, or on 1 December.
      </Callout>
      <Callout tone="no" headline="Failed to save">
        The parcel was changed by someone else.
      </Callout>
      <Callout tone="info" headline="You are offline">
        What you record is kept and sent later.
      </Callout>
    </div>
  );
}

function Rest({ theme }: { theme: string }) {
  const [channel, setChannel] = useState('all');
  return (
    <div className="space-y-6">
      <Segmented
        look="chips"
        label={`Channel, ${theme}`}
        options={[
          { value: 'all', label: 'All' },
          { value: 'gf', label: 'Government – farmers' },
          { value: 'general', label: 'General' },
        ]}
        value={channel}
        onChange={setChannel}
      />
      <FilterTag name="Region: North" onRemove={() => {}} />
      <Timeline
        label={`Application, ${theme}`}
        entries={[
          {
            key: '3',
            title: 'Rejected',
            when: '12 November 2026',
            tone: 'no',
            text: 'The parcel is outside the programme.',
          },
          { key: '2', title: 'Facts checked', when: '10 November 2026', tone: 'info' },
          { key: '1', title: 'Submitted', when: '2 November 2026' },
        ]}
      />
      <Disclosure summary="What evidence was used">
        <p className="text-muted">Fourteen records of this season, two harvests, the soil you declared.</p>
      </Disclosure>
    </div>
  );
}
