import { X } from 'lucide-react';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';
import { IconButton } from '../controls/icon-button.tsx';

export interface DialogProps {
  open: boolean;
  /** Esc, the close button, a click on the backdrop, or the back gesture. The owner decides whether to close. */
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  wide?: boolean;
  /** alertdialog: a blocking question, without a close button. */
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/**
 * Native modal dialog: the page behind it is inert, Esc closes it, and the focus is restored. A bottom sheet on phones.
 * The initial focus is on `data-autofocus`, else the first field, else the dialog.
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

  const requestClose = (event: SyntheticEvent) => {
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
      className={cx('dialog outline-none', wide && 'sm:max-w-3xl')}
      onCancel={requestClose}
      // The browser may close it despite preventDefault; the owner must then be notified.
      onClose={(event) => !event.currentTarget.open && onClose()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.stopPropagation();
          requestClose(event);
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

/** Dialog buttons: Cancel first, the action last, within reach of the thumb on phones. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions mt-6 flex flex-wrap justify-end gap-3 max-sm:*:flex-auto">{children}</div>
  );
}
