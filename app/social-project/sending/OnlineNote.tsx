import { useEffect, useState } from 'react';
import { project } from '../../../content/social-project.ts';

/** Says when the device goes offline or comes back; only a hint. Source: docs/ux.md §5. */
export function OnlineNote() {
  const [note, setNote] = useState<'' | 'offline' | 'back'>('');
  useEffect(() => {
    const off = () => setNote('offline');
    const on = () => setNote('back');
    if (!navigator.onLine) off();
    window.addEventListener('offline', off);
    window.addEventListener('online', on);
    return () => {
      window.removeEventListener('offline', off);
      window.removeEventListener('online', on);
    };
  }, []);
  useEffect(() => {
    if (note !== 'back') return;
    const timer = setTimeout(() => setNote(''), BACK_MS);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <div className="online-note" role="status">
      {note && (
        <p className={`notice notice--${note === 'back' ? 'success' : 'info'}`}>{project.online[note]}</p>
      )}
    </div>
  );
}

const BACK_MS = 8000;
