/** The periods that pages name, by their settings, in the days or months of each; null: no end. */
export type Periods = Readonly<
  Record<
    | 'guardar_documento_dias'
    | 'guardar_nao_aprovada_meses'
    | 'guardar_espera_meses'
    | 'guardar_participante_meses'
    | 'guardar_sem_decisao_meses'
    | 'guardar_sem_responsavel_dias',
    number | null
  >
>;

const days = (count: number) => (count === 1 ? '1 dia' : `${count} dias`);
const months = (count: number) => (count === 1 ? '1 mês' : `${count} meses`);

/** '1 dia', '3 meses'. */
export const termInWords = (count: number, unit: 'dias' | 'meses'): string =>
  unit === 'dias' ? days(count) : months(count);
const endless = 'sem prazo';

/** How long each kind of data is stored, as the privacy notice says it. */
export function periodsInNotice(periods: Periods): string {
  const document = periods.guardar_documento_dias;
  const member = periods.guardar_participante_meses;
  const term = (count: number | null) => (count === null ? endless : months(count));
  const terms = [
    `Comprovante: ${document === null ? endless : `até ${days(document)} depois da resposta`}`,
    `Inscrição não aprovada: ${term(periods.guardar_nao_aprovada_meses)}`,
    `Lista de espera: ${term(periods.guardar_espera_meses)}`,
    `Participante: ${member === null ? endless : `enquanto treinar e mais ${months(member)}`}`,
    `Inscrição que ficou sem resposta: ${term(periods.guardar_sem_decisao_meses)}`,
  ];
  const ends = [
    terms.some((each) => !each.endsWith(endless)) && 'Depois, apagamos',
    terms.some((each) => each.endsWith(endless)) && 'O que não tem prazo, apagamos quando você pedir',
  ];
  return [...terms, ...ends.filter(Boolean), ''].join('. ').trim();
}

/** How long a minor's enrolment without the guardian's telephone is stored, as the privacy notice says it. */
export function guardianInNotice({ guardar_sem_responsavel_dias: count }: Periods): string {
  const who = 'Menor de 18 anos sem o telefone do responsável';
  return count === null
    ? `${who}: ${endless}.`
    : `${who}: ${days(count)} depois de enviar ou da última conversa com a equipe. Depois, apagamos a inscrição.`;
}
