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
  toastHost,
} from './toast.ts';
import '../ui.css';

let styled = false;

/** The toast area, once in the layout and always there, so that its live regions exist before the first toast. */
export function Toaster() {
  const area = useRef<HTMLElement>(null);
  const toast = useSyncExternalStore(subscribeToToast, currentToast, () => null);

  useEffect(() => {
    const element = area.current;
    const layout = element?.parentElement;
    if (!element || !layout) return;
    // One rule: toast.css is a layer. Safari makes no sheets by script before 16.4.
    if (!styled) document.styleSheets[0]?.insertRule(styles, document.styleSheets[0].cssRules.length);
    styled = true;
    // Moved synchronously: before React could move it, the dialog and its content are removed.
    const move = () => {
      const host = toastHost() ?? layout;
      if (element.parentElement !== host) host.append(element);
    };
    move();
    const unsubscribe = subscribeToToast(move);
    return () => {
      unsubscribe();
      layout.append(element);
    };
  }, []);

  return (
    <section
      className="toaster no-print"
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
