import { useEffect } from 'react';
import { noteAccess } from './note-access.ts';

/** Tells the record that this sheet is being read. A failure is nobody's to see: the server has noted the list it came with. */
export function useNoting(id: string): void {
  useEffect(() => {
    noteAccess('viu_ficha', { inscricao: id }).catch(() => {});
  }, [id]);
}
