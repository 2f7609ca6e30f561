import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './toast.css?inline'; // in the script: no page shows a toast before it
import {
  currentToast,
  hideToast,
  pauseToast,
  resumeToast,
  type ShownToast,
  subscribeToToast,
} from './toast.ts';
import { subscribeToToastHost } from './toast-host.ts';
import '../ui.css';

/**
 * The toast area, once in the layout. Always open in the top layer, so that its live
 * regions exist before the first toast.
 */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  const toast = useSyncExternalStore(subscribeToToast, currentToast, () => null);

  useEffect(() => {
    const element = area.current;
    const layout = element?.parentElement;
    if (!element || !layout) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    let nextTry: ReturnType<typeof setTimeout> | undefined;
    const showOnTop = () => {
      clearTimeout(nextTry);
      try {
        if (element.matches(':popover-open')) element.hidePopover();
        element.showPopover(); // the popover shown last is on top
      } catch {
        // The menu is just being shown: its event made React run this effect, and the
        // browser shows one popover at a time.
        nextTry = setTimeout(showOnTop);
      }
    };
    // Moved synchronously: before React could move it, the dialog and its content are removed.
    const unsubscribe = subscribeToToastHost((dialog) => {
      const host = dialog ?? layout;
      if (element.parentElement !== host) host.append(element);
      showOnTop();
    });
    return () => {
      unsubscribe();
      clearTimeout(nextTry);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
      layout.append(element);
    };
  }, []);

  return (
    <section
      className="toaster"
      popover="manual"
      aria-label="Avisos"
      ref={area}
      onPointerEnter={pauseToast}
      onPointerLeave={resumeToast}
      onFocus={pauseToast}
      onBlur={resumeToast}
    >
      <div className={toast ? `toast toast--${toast.tone}` : 'toast toast--none'}>
        <div className="toast__words">
          <div role="status">{toast?.tone === 'success' && <Words key={toast.id} toast={toast} />}</div>
          <div role="alert">{toast?.tone === 'error' && <Words key={toast.id} toast={toast} />}</div>
        </div>
        {toast && (
          <button className="toast__close" type="button" aria-label="Fechar aviso" onClick={hideToast}>
            <Icon name="close" />
          </button>
        )}
      </div>
    </section>
  );
}

function Words({ toast }: { toast: ShownToast }) {
  return (
    <>
      <p className="toast__title">{toast.title}</p>
      {toast.description && <p className="toast__description">{toast.description}</p>}
    </>
  );
}
