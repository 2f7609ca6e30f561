import { useEffect } from 'react';
import { admin } from '../../../content/desk-screens.ts';
import { SIGNED_LINK_SECONDS } from '../../../domain/document/document.ts';
import { Alert } from '../../ui/Alert.tsx';
import { showToast } from '../../ui/toast/toast.ts';
import type { DocumentNotice } from './open-document.ts';

/** Why a document did not open. With a link when only the new tab was blocked; closes when the link expires. */
export function DocumentAlert({ notice, onClose }: { notice: DocumentNotice; onClose: () => void }) {
  const { text, link } = notice;

  useEffect(() => {
    if (!link) return;
    const timer = setTimeout(onClose, SIGNED_LINK_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, [link, onClose]);

  return (
    <Alert title={text}>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => showToast(admin.downloadStarted)}
        >
          Abrir documento
        </a>
      )}
    </Alert>
  );
}
