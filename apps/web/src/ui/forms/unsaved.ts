import { useCallback, useEffect, useRef } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { useConfirm } from '../feedback/confirm.tsx';

const dirtyForms = new Set<object>();
let givenUp = false;

/** For code that wants to reload the page: whether a form on it has unsaved changes. */
export const unsaved = {
  isThere: (): boolean => dirtyForms.size > 0,
  /** The person has confirmed already: the browser's own question (beforeunload) is skipped. */
  giveUp: (): void => {
    givenUp = true;
  },
};

/**
 * A half-filled form asks before it is thrown away: on closing the tab, on following a link in the app, and, through
 * the function it returns, wherever the form itself is closed: `if (await mayLeave()) close()`.
 */
export function useUnsavedGuard(isDirty: boolean, onGivenUp?: () => void): () => Promise<boolean> {
  const t = useT();
  const confirm = useConfirm();
  const passing = useRef(false);

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
    const unload = (event: BeforeUnloadEvent) => {
      if (!givenUp) event.preventDefault();
    };
    // The router's own blocker needs its data mode; a link is caught before the router sees the click.
    const click = async (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || passing.current || !leavesHere(event, link)) return;
      event.preventDefault();
      event.stopPropagation();
      if (!(await mayLeave())) return;
      passing.current = true;
      link.click();
      passing.current = false;
    };
    window.addEventListener('beforeunload', unload);
    document.addEventListener('click', click, true);
    return () => {
      dirtyForms.delete(form);
      window.removeEventListener('beforeunload', unload);
      document.removeEventListener('click', click, true);
    };
  }, [isDirty, mayLeave]);

  return mayLeave;
}

/** A plain click on a link to another page of the app in this tab. Others are the browser's to ask about. */
function leavesHere(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  return (
    plain &&
    link.origin === location.origin &&
    link.pathname !== location.pathname &&
    !link.download &&
    (!link.target || link.target === '_self')
  );
}
