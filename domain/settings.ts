import { GUARDIAN_DAYS } from '../content/messages.ts';

/**
 * A setting, by what it holds: one of some codes, a switch, a text, or a
 * retention period (null: nothing is erased by it).
 */
export type Setting = { words: string } & (
  | { kind: 'choice'; choices: readonly string[]; default: string; rule: string }
  | { kind: 'switch'; default: boolean; rule: string }
  | { kind: 'text'; default: string }
  | {
      kind: 'retention';
      unit: 'dias' | 'meses';
      default: number | null;
      min: number;
      erases?: string;
      because?: string;
      rule?: string;
    }
);

const DAYS = { kind: 'retention', unit: 'dias', min: 1 } as const;
const MONTHS = { ...DAYS, unit: 'meses' } as const;

/**
 * Every column of `private.configuracao`; tests/database/code-tables.test.ts compares
 * them. `words` name it in the audit log. `rule` is its name in `private.formulario()`, for
 * those that the form obeys. `erases` is the code of `private.prazos` by which an
 * enrolment or document is erased, `because` the reason where it is not `words`. Source: docs/ux.md §0 (D1, D2, D11), §8.6.
 */
export const SETTINGS = {
  consentimento: {
    words: 'autorização',
    kind: 'choice',
    choices: ['declaracao', 'caixa'],
    default: 'declaracao',
    rule: 'consentimento',
  },
  responsavel_obrigatorio: {
    words: 'responsável obrigatório',
    kind: 'switch',
    default: false,
    rule: 'responsavelObrigatorio',
  },
  validacao_estrita: {
    words: 'CPF e telefone conferidos',
    kind: 'switch',
    default: false,
    rule: 'validacaoEstrita',
  },
  versao_declaracao: { words: 'versão da declaração', kind: 'text', default: '2' },
  guardar_documento_dias: { ...DAYS, words: 'prazo do documento', default: 90, erases: 'documento' },
  guardar_nao_aprovada_meses: {
    ...MONTHS,
    words: 'prazo de quem não foi aprovado ou desistiu',
    default: 6,
    erases: 'nao_aprovada',
  },
  guardar_espera_meses: { ...MONTHS, words: 'prazo da lista de espera', default: 12, erases: 'espera' },
  guardar_participante_meses: {
    ...MONTHS,
    words: 'prazo de quem participou',
    default: 12,
    erases: 'participante',
  },
  guardar_sem_decisao_meses: {
    ...MONTHS,
    words: 'prazo de quem ficou sem resposta',
    default: 24,
    erases: 'sem_decisao',
  },
  guardar_sem_responsavel_dias: {
    ...DAYS,
    words: 'prazo de menor sem responsável',
    default: GUARDIAN_DAYS,
    erases: 'sem_responsavel',
    because: 'menor sem telefone do responsável',
    rule: 'diasSemResponsavel',
  },
  guardar_auditoria_meses: { ...MONTHS, words: 'prazo deste registro', default: 24 },
} as const satisfies Record<string, Setting>;

export const settingEntries = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting][];

/** Why retention erased something: the code of `private.prazos` → words. */
export const erasedBecause: Readonly<Record<string, string>> = Object.fromEntries(
  settingEntries.flatMap(([, setting]) =>
    setting.kind === 'retention' && setting.erases
      ? [[setting.erases, setting.because ?? setting.words]]
      : [],
  ),
);
