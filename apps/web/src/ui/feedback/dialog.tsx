import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';
import { IconButton } from '../controls/icon-button.tsx';

export interface DialogProps {
  open: boolean;
  /** Esc, the cross, the place beside it, the phone's back gesture: the owner decides whether it closes. */
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  wide?: boolean;
  /** alertdialog: a question that interrupts; without the cross. */
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/**
 * The browser's own modal dialog: everything behind it is inert, Esc closes, the focus returns to where it was.
 * A sheet from below on phones. The first focus goes to `data-autofocus`, else the first field, else the dialog.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({ onClose, title, text, wide, role, children }: Omit<DialogProps, 'open'>) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (!element) return;
    if (element.showModal) element.showModal();
    else element.setAttribute('open', '');
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>('.control, .tick');
    (first ?? element).focus();
    return () => {
      element.close?.();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const ask = (event: SyntheticEvent) => {
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      role={role}
      tabIndex={-1}
      aria-modal="true"
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      className={cx('dialog outline-none', wide && 'dialog-wide')}
      onCancel={ask}
      // The browser may close it past our answer; then the owner must know.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          ask(event);
        }
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 id={`${id}-title`}>{title}</h2>
            {text && (
              <p id={`${id}-text`} className="mt-2 text-muted">
                {text}
              </p>
            )}
          </div>
          {role !== 'alertdialog' && (
            <IconButton
              label={t('ui.close')}
              icon={<X size={20} aria-hidden="true" />}
              onClick={onClose}
              className="-mt-2 -mr-2"
            />
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at a dialog's end: Cancel first, the action last, within the thumb's reach on phones. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:flex-auto">{children}</div>;
}
