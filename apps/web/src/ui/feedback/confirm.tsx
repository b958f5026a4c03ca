import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmOptions {
  /** The question, in the spec's words. */
  title: string;
  text?: ReactNode;
  /** The word on the button that does it: Delete, Withdraw. Never "OK". */
  action: string;
  cancel?: string;
  /** Most questions are asked because something is lost. Default true. */
  danger?: boolean;
}

export interface ConfirmDialogProps extends ConfirmOptions {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  busy?: boolean;
  busyLabel?: string;
  children?: ReactNode;
}

/** Asks before something is lost. The focus is on Cancel, so that Enter harms nothing. */
export function ConfirmDialog({
  open,
  title,
  text,
  action,
  cancel,
  danger = true,
  onConfirm,
  onCancel,
  busy,
  busyLabel,
  children,
}: ConfirmDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onCancel} title={title} text={text} role="alertdialog">
      {children}
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          {cancel ?? t('ui.cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'main'} onClick={onConfirm} busy={busy} busyLabel={busyLabel}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Confirm = (options: ConfirmOptions) => Promise<boolean>;

/** Without a provider the browser's own question is asked. */
const ConfirmContext = createContext<Confirm>(async ({ title }) => window.confirm(title));

/** `if (await confirm({ title, action })) …` */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<(ConfirmOptions & { answer: (yes: boolean) => void }) | null>(null);
  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(null);
          resolve(yes);
        };
        setAsked((open) => {
          // A second question while one is open: the first is taken as No.
          open?.answer(false);
          return { ...options, answer };
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {asked && (
        <ConfirmDialog
          open
          {...asked}
          onConfirm={() => asked.answer(true)}
          onCancel={() => asked.answer(false)}
        />
      )}
    </ConfirmContext>
  );
}
