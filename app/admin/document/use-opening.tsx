import { useEffect, useState } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import type { StoredEnrolment } from '../../../domain/desk/sheet.ts';
import { SIGNED_LINK_SECONDS } from '../../../domain/document/document.ts';
import { Alert } from '../../ui/Alert.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import { type DocumentNotice, openDocument } from './open-document.ts';

/**
 * Opens documents in new tabs, one at a time. `opening`: the enrolment whose document is being opened, by id;
 * `alert`: why the last one did not open, with a link while that works when only the new tab was blocked.
 * `onFailed` is called when there is nothing to open.
 */
export function useOpening(onFailed: () => void = () => {}) {
  const [opening, setOpening] = useState<string | null>(null);
  const [notice, setNotice] = useState<DocumentNotice | null>(null);

  async function open(enrolment: StoredEnrolment) {
    if (opening) return; // a double click is one click
    setOpening(enrolment.id);
    setNotice(null);
    const problem = await openDocument(enrolment);
    setNotice(problem);
    setOpening(null);
    if (problem && !problem.link) onFailed();
  }

  useEffect(() => {
    if (!notice?.link) return;
    const timer = setTimeout(setNotice, SIGNED_LINK_SECONDS * 1000, null);
    return () => clearTimeout(timer);
  }, [notice]);

  const alert = notice && (
    <Alert title={notice.text}>
      {notice.link && (
        <a
          href={notice.link}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => showToast(admin.downloadStarted)}
        >
          Abrir documento
        </a>
      )}
    </Alert>
  );
  return { opening, open, alert };
}
