import { SETTINGS, type SettingName, type SettingValue } from '../../domain/settings.ts';
import { textOf } from '../core/sources.ts';

/** A row of its table of periods: what goes, the setting, the usual period. */
const PERIOD = /^(\| .* \| `(guardar_\w+)` \| ).*( \|)$/gm;
/** What it says of the periods, until somebody has printed it with their own. */
const USUAL = /Estes são os valores de fábrica;[^.]*\./;

/** The record of processing operations (LGPD, art. 37) with the periods in force, in lines of Markdown. */
export function processingRecord(values: Readonly<Record<string, SettingValue>>): string {
  return textOf('docs/registro-de-tratamento.md')
    .replace(USUAL, 'Estes são os prazos que valem hoje.')
    .replace(PERIOD, (_, before: string, name: SettingName, after: string) => {
      const setting = SETTINGS[name];
      const value = values[name] ?? null;
      const one = value === 1 ? { dias: 'dia', meses: 'mês' } : { dias: 'dias', meses: 'meses' };
      const term = 'unit' in setting && value !== null ? `${value} ${one[setting.unit]}` : 'sem prazo';
      return before + term + after;
    });
}
