import { brake as words } from '../../content/desk-notices.ts';
import { writtenDay } from '../dates.ts';

/**
 * Why retention waits until a person confirms the date, as `private.estado_do_freio`
 * says it: the server's day and the last run's (ISO days; null: no run yet), and how many
 * would be erased of how many. `liberado`: confirmed, but not yet run. Source: decision 87.
 */
export type RetentionBrake = {
  motivo: 'relogio' | 'muitas';
  hoje: string;
  ultima: string | null;
  inscricoes: number;
  de_inscricoes: number;
  documentos: number;
  de_documentos: number;
  liberado: boolean;
};

/** The date on the server and how much it would erase: the middle of a sentence. */
export function brakeInWords(brake: RetentionBrake): string {
  const { found, share } = words;
  return found(
    writtenDay(brake.hoje),
    brake.motivo === 'relogio' && brake.ultima ? writtenDay(brake.ultima) : null,
    share(brake.inscricoes, brake.de_inscricoes),
    share(brake.documentos, brake.de_documentos),
  );
}

/** What the desk is told: a title that asks, what happened, what to do, the server's day (ISO), and whether somebody has confirmed it. Source: docs/ux.md §8.6. */
export function brakeNotice(brake: RetentionBrake): {
  title: string;
  found: string;
  todo: string;
  today: string;
  confirmed: boolean;
} {
  const { off, behind, much, check, checkNothing, share } = words;
  const { motivo, hoje, ultima, inscricoes, documentos } = brake;
  const day = writtenDay(hoje);
  const [title, found] =
    motivo === 'muitas' || !ultima ? much(day) : (ultima < hoje ? off : behind)(day, writtenDay(ultima));
  const todo =
    inscricoes + documentos === 0
      ? checkNothing
      : check(share(inscricoes, brake.de_inscricoes), share(documentos, brake.de_documentos));
  return { title, found, todo, today: hoje, confirmed: brake.liberado };
}
