import { problemLine } from '../lib/http/problem-text.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { type ConfirmOptions, useConfirm } from '../ui/feedback/confirm.tsx';
import { toast } from '../ui/feedback/toast-store.ts';

interface Action {
  /** Asked first, for actions that need a confirmation. */
  question?: ConfirmOptions;
  run: () => Promise<unknown>;
  /** Text of the success toast. */
  done: string;
  onUndo?: () => void;
  failed: MessageKey;
}

/** Runs an action outside a form and reports its outcome in a toast. Resolves to whether it was done. */
export function useAction(): (action: Action) => Promise<boolean> {
  const t = useT();
  const confirm = useConfirm();
  return async ({ question, run, done, onUndo, failed }) => {
    if (question && !(await confirm(question))) return false;
    try {
      await run();
      toast.done(done, { action: onUndo && { label: t('ui.undo'), onAction: onUndo } });
      return true;
    } catch (error) {
      toast.failed(problemLine(error, t(failed), t));
      return false;
    }
  };
}
