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
      erases?: readonly [string, string];
      rule?: string;
    }
);

/**
 * Every column of `private.configuracao`; tests/database/code-tables.test.ts compares
 * them. `words` name it in the audit log. `rule` is its name in `private.formulario()`, for
 * those that the form obeys. `erases` is the code of `private.prazos` by which an
 * enrolment or document is erased, and the reason in words. Source: docs/ux.md §0 (D1, D2, D11), §8.6.
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
  guardar_documento_dias: {
    words: 'prazo do documento',
    kind: 'retention',
    unit: 'dias',
    default: 90,
    min: 1,
    erases: ['documento', 'prazo do documento'],
  },
  guardar_nao_aprovada_meses: {
    words: 'prazo de quem não foi aprovado ou desistiu',
    kind: 'retention',
    unit: 'meses',
    default: 6,
    min: 1,
    erases: ['nao_aprovada', 'prazo de quem não foi aprovado ou desistiu'],
  },
  guardar_espera_meses: {
    words: 'prazo da lista de espera',
    kind: 'retention',
    unit: 'meses',
    default: 12,
    min: 1,
    erases: ['espera', 'prazo da lista de espera'],
  },
  guardar_participante_meses: {
    words: 'prazo de quem participou',
    kind: 'retention',
    unit: 'meses',
    default: 12,
    min: 1,
    erases: ['participante', 'prazo de quem participou'],
  },
  guardar_sem_decisao_meses: {
    words: 'prazo de quem ficou sem resposta',
    kind: 'retention',
    unit: 'meses',
    default: 24,
    min: 1,
    erases: ['sem_decisao', 'prazo de quem ficou sem resposta'],
  },
  guardar_sem_responsavel_dias: {
    words: 'prazo de menor sem responsável',
    kind: 'retention',
    unit: 'dias',
    default: GUARDIAN_DAYS,
    min: 1,
    erases: ['sem_responsavel', 'menor sem telefone do responsável'],
    rule: 'diasSemResponsavel',
  },
  guardar_auditoria_meses: {
    words: 'prazo deste registro',
    kind: 'retention',
    unit: 'meses',
    default: 24,
    min: 1,
  },
} as const satisfies Record<string, Setting>;

export const settingEntries = Object.entries(SETTINGS) as [keyof typeof SETTINGS, Setting][];

/** Why retention erased something: the code of `private.prazos` → words. */
export const erasedBecause: Readonly<Record<string, string>> = Object.fromEntries(
  settingEntries.flatMap(([, setting]) =>
    setting.kind === 'retention' && setting.erases ? [setting.erases] : [],
  ),
);
