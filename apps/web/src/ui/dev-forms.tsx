import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from './button.tsx';
import { ConfirmDialog, useConfirm } from './confirm.tsx';
import { Dialog, DialogActions } from './dialog.tsx';
import {
  Checkbox,
  ComboField,
  DateField,
  MoneyField,
  NumberField,
  PasswordField,
  RadioGroup,
  SelectField,
  TextArea,
  TextField,
} from './field.tsx';
import { Form, FormActions, type FormProblem, useUnsavedGuard } from './form.tsx';
import { UnitField } from './unit-field.tsx';

const CROPS = [
  { value: 'Maize', also: ['Mahindi'] },
  { value: 'Beans', also: ['Maharagwe'] },
  { value: 'Sorghum', also: ['Mtama'] },
  { value: 'Cassava', also: ['Muhogo'] },
  { value: 'Tea', also: ['Chai'] },
];
const SOILS = ['clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy'].map((value) => ({
  value,
  label: value,
}));

/** Every kind of field, empty, filled, wrong and off. */
export function FieldSamples() {
  const [water, setWater] = useState<number | undefined>(60);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField
        label="Parcel name"
        hint="As your neighbours call it."
        placeholder="Njoro upper field"
        required
      />
      <TextField
        label="E-mail"
        type="email"
        defaultValue="wanjiku@"
        error="Enter an e-mail address like name@example.com"
      />
      <NumberField label="Size" suffix="acres" defaultValue="2.5" required />
      <MoneyField label="Requested Amount" defaultValue="15000.50" hint="Up to KES 200,000." />
      <DateField label="Planting date" defaultValue="2026-03-15" />
      <SelectField label="Soil type" options={SOILS} defaultValue="loamy" />
      <PasswordField label="Password" defaultValue="long enough" autoComplete="new-password" />
      <ComboField label="Crop" suggestions={CROPS} hint="Any name is fine." />
      <UnitField
        label="Water used"
        units={[
          { id: 'can', label: 'jerrycans of 20 L', factor: 20 },
          { id: 'l', label: 'litres', factor: 1 },
        ]}
        value={water}
        onChange={setWater}
        formatBase={(litres) => `${litres.toLocaleString('en-KE')} litres`}
      />
      <TextField label="County" defaultValue="Nakuru" disabled hint="Comes from the address." />
      <TextArea
        label="Description"
        className="sm:col-span-2"
        defaultValue="Certified maize seed for two acres."
      />
      <RadioGroup
        label="I am a"
        options={[
          { value: 'farmer', label: 'Farmer', hint: 'You own or work land.' },
          { value: 'government', label: 'Government official' },
        ]}
        defaultValue="farmer"
      />
      <div>
        <Checkbox label="This parcel is rain-fed" defaultChecked />
        <Checkbox label="I have read the conditions" error="Please confirm the conditions" required />
      </div>
    </div>
  );
}

/** A form that the server refuses, dialogs, the question before something is lost. */
export function FormSample() {
  const form = useForm({ defaultValues: { name: '', amount: '' } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const mayLeave = useUnsavedGuard(isDirty);
  return (
    <Form
      form={form}
      problem={problem}
      onSubmit={async () => {
        await new Promise((resolve) => setTimeout(resolve, 1200));
        setProblem({
          headline: 'Failed to submit application',
          detail: 'Two things need a second look.',
          issues: [
            { path: 'amount', message: 'At most KES 200,000 for this programme' },
            { path: 'programme', message: 'The programme closed yesterday' },
          ],
        });
      }}
    >
      <TextField
        label="Subsidy Name"
        required
        error={errors.name?.message}
        {...form.register('name', { required: 'Give it a name' })}
      />
      <MoneyField
        label="Requested Amount (KES)"
        error={errors.amount?.message}
        {...form.register('amount')}
      />
      <FormActions>
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel="Submitting...">
          Submit Application
        </Button>
        <Button onClick={async () => (await mayLeave()) && form.reset()}>Clear</Button>
      </FormActions>
    </Form>
  );
}

export function DialogSamples() {
  const confirm = useConfirm();
  const [open, setOpen] = useState<'reason' | 'confirm' | null>(null);
  const [answer, setAnswer] = useState('');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={() => setOpen('reason')}>Reject…</Button>
      <Button onClick={() => setOpen('confirm')}>Delete parcel…</Button>
      <Button
        onClick={async () =>
          setAnswer(String(await confirm({ title: 'Withdraw this application?', action: 'Withdraw' })))
        }
      >
        Ask with useConfirm
      </Button>
      <span className="text-muted">{answer}</span>
      <Dialog
        open={open === 'reason'}
        onClose={() => setOpen(null)}
        title="Reject this application"
        text="The farmer reads your reason."
      >
        <TextArea label="Reason" required />
        <DialogActions>
          <Button onClick={() => setOpen(null)}>Cancel</Button>
          <Button variant="danger" onClick={() => setOpen(null)}>
            Reject
          </Button>
        </DialogActions>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        title="Are you sure you want to delete this land?"
        text="Njoro upper field and its 14 records can be restored for 30 days."
        action="Delete"
        onCancel={() => setOpen(null)}
        onConfirm={() => setOpen(null)}
      />
    </div>
  );
}
