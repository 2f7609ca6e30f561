import { useEffect } from 'react';
import { noteAccess } from './answering.ts';

/** Tells the record that this sheet is being read, and each time it goes to paper. */
export function useNoting(id: string, printing: boolean): void {
  useEffect(() => noteAccess('viu_ficha', id), [id]);
  useEffect(() => {
    if (printing) noteAccess('imprimiu', id);
  }, [id, printing]);
}
