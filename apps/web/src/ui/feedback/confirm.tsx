import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogActions } from './dialog.tsx';

export interface ConfirmOptions {
  /** The question, as worded in the spec. */
  title: string;
  text?: ReactNode;
  /** Button label as a verb: Delete, Withdraw. Never "OK". */
  action: string;
  cancel?: string;
  /** Nothing is lost: the button is not red. */
  isSafe?: boolean;
}

export interface ConfirmDialogProps extends ConfirmOptions {
  open: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Confirmation before data is lost. Cancel has the focus, so Enter is harmless. */
export function ConfirmDialog({
  open,
  title,
  text,
  action,
  cancel,
  isSafe = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const t = useT();
  return (
    <Dialog open={open} onClose={onCancel} title={title} text={text} role="alertdialog">
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          {cancel ?? t('ui.cancel')}
        </Button>
        <Button variant={isSafe ? 'main' : 'danger'} onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type Confirm = (options: ConfirmOptions) => Promise<boolean>;

/** Falls back to `window.confirm` without a provider. */
const ConfirmContext = createContext<Confirm>(async ({ title }) => window.confirm(title));

/** `if (await confirm({ title, action })) …` */
export function useConfirm(): Confirm {
  return useContext(ConfirmContext);
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<(ConfirmOptions & { answer: (yes: boolean) => void }) | null>(
    null,
  );
  const confirm = useCallback<Confirm>(
    (options) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(null);
          resolve(yes);
        };
        setQuestion((open) => {
          // A second question while one is open resolves the first to false.
          open?.answer(false);
          return { ...options, answer };
        });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {question && (
        <ConfirmDialog
          open
          {...question}
          onConfirm={() => question.answer(true)}
          onCancel={() => question.answer(false)}
        />
      )}
    </ConfirmContext>
  );
}
