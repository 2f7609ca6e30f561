import { GUARDIAN_DAYS } from '../content/messages.ts';

/**
 * A setting, by what it holds: one of some codes, a switch, a whole number, some codes with blanks between them, a text of at most `max` letters, a message to
 * families ('': the usual) with places in braces, a
 * retention period (null: nothing is erased by it), when the enrolment is closed (`private.periodo`),
 * or the version of the declaration, which nobody sets.
 */
export type Setting = { words: string } & (
  | { kind: 'choice'; choices: readonly string[]; default: string; rule: string }
  | { kind: 'switch'; default: boolean; rule: string }
  | { kind: 'text'; default: string; max: number }
  | { kind: 'message'; default: ''; max: number; places: readonly string[]; needs: readonly string[] }
  | { kind: 'number'; default: number; min: number; max: number }
  | { kind: 'list'; default: '' }
  | { kind: 'version'; default: string }
  | { kind: 'closed'; default: null }
  | {
      kind: 'retention';
      unit: 'dias' | 'meses';
      default: number | null;
      min: number;
      max: number;
      erases?: string;
      because?: string;
      rule?: string;
    }
);

/** What each setting has that is a retention period counted in days. */
export const DAYS = { kind: 'retention', unit: 'dias', min: 1, max: 3650 } as const;

/**
 * The part of SETTINGS that the form obeys, in a module of its own so that the form's page loads no other.
 */
export const RULE_SETTINGS = {
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
  guardar_sem_responsavel_dias: {
    ...DAYS,
    words: 'prazo de menor sem responsável',
    default: GUARDIAN_DAYS,
    erases: 'sem_responsavel',
    because: 'menor sem telefone do responsável',
    rule: 'diasSemResponsavel',
  },
  email_obrigatorio: {
    words: 'e-mail obrigatório',
    kind: 'switch',
    default: true,
    rule: 'emailObrigatorio',
  },
} as const satisfies Record<string, Setting>;
