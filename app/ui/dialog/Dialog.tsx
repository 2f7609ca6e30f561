import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { hostToasts } from '../toast/toast.ts';
import { closeOnBack } from './dialog-history.ts';
import './dialog.css';
import '../ui.css';

type Props = {
  title: string;
  /** Called on Escape, Back and, with `closeOnBackdrop`, a click outside. The dialog is open as long as it is rendered. */
  onClose: () => void;
  /** Beside the title. */
  head?: ReactNode;
  /** The row of buttons at the foot, always visible. */
  footer?: ReactNode;
  className?: string;
  closeOnBackdrop?: boolean;
  children: ReactNode;
};

/** A native modal dialog, open as long as it is rendered. Focuses its heading; closing gives the focus back. */
export function Dialog({
  title,
  onClose,
  head,
  footer,
  className,
  closeOnBackdrop = false,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const latestOnClose = useRef(onClose);

  useEffect(() => {
    latestOnClose.current = onClose;
  });

  // A layout effect: its cleanup runs while the dialog is still in the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    heading.current?.focus();
    const foot = element.querySelector<HTMLElement>(':scope > .dialog__frame > .dialog__foot');
    const releaseToaster = hostToasts(foot ?? element);
    const removeHistoryEntry = closeOnBack(() => latestOnClose.current());
    return () => {
      removeHistoryEntry();
      releaseToaster();
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
        if (!event.cancelable) return; // Chrome's third Escape: its close is heard below
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return;
        onClose();
        // Still rendered (the parent refused to close it): open it again.
        queueMicrotask(() => currentTarget.isConnected && !currentTarget.open && currentTarget.showModal());
      }}
      onClick={(event) => closeOnBackdrop && event.target === event.currentTarget && onClose()}
    >
      <div className="dialog__frame">
        <header className="dialog__head">
          <h2 className="dialog__title title-3" id={headingId} tabIndex={-1} ref={heading}>
            {title}
          </h2>
          {head}
        </header>
        <div className="dialog__body">{children}</div>
        {footer && <footer className="dialog__foot flow">{footer}</footer>}
      </div>
    </dialog>
  );
}
