import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { closeOnBack } from './dialog-history.ts';
import { hostToasts } from './toast-host.ts';
import './dialog.css';
import './ui.css';

type Props = {
  title: string;
  /** Escape, Back, or (if wanted) a click beside the dialog: time to stop drawing it. While it is drawn it stays open. */
  onClose: () => void;
  /** The row of buttons at the foot; always in sight. */
  footer?: ReactNode;
  className?: string;
  closeOnBackdrop?: boolean;
  children: ReactNode;
};

/**
 * A native modal dialog, open as long as it is drawn. The heading takes the focus;
 * whoever opened it has it again afterwards.
 */
export function Dialog({ title, onClose, footer, className, closeOnBackdrop = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const latestOnClose = useRef(onClose);

  useEffect(() => {
    latestOnClose.current = onClose;
  });

  // A layout effect: its end comes while the dialog still stands in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    heading.current?.focus();
    const sendToasterBack = hostToasts(element);
    const leaveHistory = closeOnBack(() => latestOnClose.current());
    return () => {
      leaveHistory();
      sendToasterBack();
      element.close(); // gives the focus back to the opener
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, handled by onCancel
    <dialog
      className={className ? `dialog ${className}` : 'dialog'}
      aria-labelledby={headingId}
      ref={dialog}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return; // a file picker's cancel bubbles
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        onClose();
        // Still drawn: it waits for something, and stays.
        queueMicrotask(() => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal());
      }}
      onClick={(event) => closeOnBackdrop && event.target === event.currentTarget && onClose()}
    >
      <div className="dialog__frame">
        <header className="dialog__head">
          <h2 className="dialog__title" id={headingId} tabIndex={-1} ref={heading}>
            {title}
          </h2>
        </header>
        <div className="dialog__body">{children}</div>
        {footer && <footer className="dialog__foot">{footer}</footer>}
      </div>
    </dialog>
  );
}
