/** The switches of the house, one row in SQL. Source: ux.md §0 (D1, D2, D11). */
export type Rules = {
  /** How an applicant agrees: by sending, or with two tick-boxes. */
  consentimento: 'declaracao' | 'caixa';
  /** Whether someone under 18 needs a guardian's name and telephone. */
  responsavelObrigatorio: boolean;
  /** Whether a CPF or telephone that cannot be right stops the form. */
  validacaoEstrita: boolean;
};

export const DEFAULT_RULES: Rules = {
  consentimento: 'declaracao',
  responsavelObrigatorio: false,
  validacaoEstrita: false,
};

/** The rules in what `/config.json` hands over; the defaults for what a static host leaves out. */
export function readRules(given: unknown): Rules {
  const { consentimento, responsavelObrigatorio, validacaoEstrita } = (given ?? {}) as Partial<Rules>;
  return {
    consentimento: consentimento === 'caixa' ? 'caixa' : 'declaracao',
    responsavelObrigatorio: responsavelObrigatorio === true,
    validacaoEstrita: validacaoEstrita === true,
  };
}
