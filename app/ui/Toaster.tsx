import { useEffect, useRef, useSyncExternalStore } from 'react';
import { Icon } from './Icon.tsx';
import styles from './toast.css?inline'; // with the scripts: a page has no toast before them
import {
  currentToast,
  hideToast,
  pauseToast,
  resumeToast,
  type ShownToast,
  subscribeToToast,
} from './toast.ts';
import { followToastHost } from './toast-host.ts';
import './ui.css';

/**
 * The area of the toasts; stands once, in the layout. It is always open in the
 * top layer, so that its live regions are there before the first words arrive.
 */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  const toast = useSyncExternalStore(subscribeToToast, currentToast, () => null);

  useEffect(() => {
    const element = area.current;
    const home = element?.parentElement;
    if (!element || !home) return;
    const look = new CSSStyleSheet();
    look.replaceSync(styles);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, look];
    // Moved by hand, at once: by the time React could move it, the dialog and all inside would be gone.
    const stop = followToastHost((dialog) => {
      const place = dialog ?? home;
      if (element.parentElement !== place) place.append(element);
      if (element.matches(':popover-open')) element.hidePopover();
      element.showPopover(); // shown last means on top
    });
    return () => {
      stop();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== look);
      home.append(element);
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
