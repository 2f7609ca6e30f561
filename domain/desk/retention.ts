import { erasing, WARN_DAYS } from '../../content/erasing.ts';
import { laterDay, writtenDay } from '../dates.ts';

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

/** What the server believes and would erase: a sentence without its beginning and end. */
export function brakeInWords(brake: RetentionBrake): string {
  const { found, share } = erasing.brake;
  return found(
    writtenDay(brake.hoje),
    brake.motivo === 'relogio' && brake.ultima ? writtenDay(brake.ultima) : null,
    share(brake.inscricoes, brake.de_inscricoes),
    share(brake.documentos, brake.de_documentos),
  );
}

/** Whether `eraseOn` is at most WARN_DAYS after `today`; ISO days. Source: docs/ux.md §8.6. */
export function isErasedSoon(eraseOn: string, today: string): boolean {
  return eraseOn <= laterDay(today, WARN_DAYS);
}
