import { useCallback, useEffect, useRef } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { useConfirm } from '../feedback/confirm.tsx';

const dirtyForms = new Set<object>();
let isDiscarded = false;

/** For code that reloads the page: whether a form has unsaved changes. */
export const unsaved = {
  isThere: (): boolean => dirtyForms.size > 0,
  /** The user has already confirmed: skips the browser's prompt (beforeunload). */
  giveUp: (): void => {
    isDiscarded = true;
  },
};

/**
 * Asks before a form with unsaved changes is discarded: when the tab is closed, when a link in the app is followed, and
 * when the form is closed, through the returned function: `if (await mayLeave()) close()`.
 */
export function useUnsavedGuard(isDirty: boolean, onGivenUp?: () => void): () => Promise<boolean> {
  const t = useT();
  const confirm = useConfirm();
  const isReplaying = useRef(false);

  const mayLeave = useCallback(async () => {
    if (!isDirty) return true;
    const leave = await confirm({
      title: t('ui.leaveQuestion'),
      text: t('ui.leaveText'),
      action: t('ui.leave'),
      cancel: t('ui.stay'),
    });
    if (leave) onGivenUp?.();
    return leave;
  }, [isDirty, onGivenUp, confirm, t]);

  useEffect(() => {
    if (!isDirty) return;
    const form = {};
    dirtyForms.add(form);
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!isDiscarded) event.preventDefault();
    };
    // The router's blocker requires data mode, so clicks on links are intercepted before the router handles them.
    const click = async (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || isReplaying.current || !leavesHere(event, link)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await mayLeave())) return;
      isReplaying.current = true;
      link.click();
      isReplaying.current = false;
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', click, true);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', onBeforeUnload);
      document.removeEventListener('click', click, true);
    };
  }, [isDirty, mayLeave]);

  return mayLeave;
}

/** A plain click on a link to another page of the app in this tab. The browser prompts for all others. */
function leavesHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlainClick =
    event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return (
    isPlainClick &&
    link.origin === location.origin &&
    link.pathname !== location.pathname &&
    !link.download &&
    (!link.target || link.target === '_self')
  );
}
