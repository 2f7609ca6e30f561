import { DAYS, RULE_SETTINGS, type Setting } from './rule-settings.ts';

const MESSAGE = { kind: 'message', default: '', max: 1000 } as const;
const MONTHS = { ...DAYS, unit: 'meses', max: 120 } as const;

/**
 * What an owner changes: every column of `private.configuracao`, in its order, and when the enrolment is
 * closed. tests/database/code-tables.test.ts compares them with it and with `private.ajustes_que_ha`; the act
 * `mudar_ajustes` allows changing each. `words` name it in the audit log. `rule` is its name in
 * `private.formulario()`, for those that the form obeys. `erases` is the code of `private.prazos` by which an
 * enrolment or document is erased, `because` the reason where it is not `words`. Source: docs/ux.md §0 (D1,
 * D2, D11, D13), §8.6.
 */
export const SETTINGS = {
  consentimento: RULE_SETTINGS.consentimento,
  responsavel_obrigatorio: RULE_SETTINGS.responsavel_obrigatorio,
  validacao_estrita: RULE_SETTINGS.validacao_estrita,
  versao_declaracao: { words: 'versão da declaração', kind: 'version', default: '2' },
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
  guardar_sem_responsavel_dias: RULE_SETTINGS.guardar_sem_responsavel_dias,
  guardar_auditoria_meses: { ...MONTHS, words: 'prazo do registro de acessos', default: 24 },
  frase_de_fechada: { words: 'frase de inscrições fechadas', kind: 'text', default: '', max: 300 },
  mensagem_contato: {
    ...MESSAGE,
    words: 'mensagem: contato',
    places: ['nome', 'protocolo'],
    needs: ['nome'],
  },
  mensagem_falta_documento: {
    ...MESSAGE,
    words: 'mensagem: falta documento',
    places: ['nome', 'protocolo', 'motivo', 'link', 'link_ate'],
    needs: ['nome', 'motivo', 'link'],
  },
  mensagem_aprovada: {
    ...MESSAGE,
    words: 'mensagem: aprovada',
    places: ['nome', 'protocolo', 'turma', 'primeiro_dia', 'ate', 'aprovado'],
    needs: ['nome'],
  },
  mensagem_espera: {
    ...MESSAGE,
    words: 'mensagem: lista de espera',
    places: ['nome', 'protocolo'],
    needs: ['nome'],
  },
  mensagem_ainda_quer: {
    ...MESSAGE,
    words: 'mensagem: ainda quer a vaga',
    places: ['nome', 'protocolo', 'ate'],
    needs: ['nome', 'ate'],
  },
  mensagem_nao_aprovada: {
    ...MESSAGE,
    words: 'mensagem: não aprovada',
    places: ['nome', 'protocolo', 'motivo'],
    needs: ['nome', 'motivo'],
  },
  mensagem_responsavel: {
    ...MESSAGE,
    words: 'mensagem: para o responsável',
    places: ['nome', 'protocolo'],
    needs: ['nome'],
  },
  email_obrigatorio: RULE_SETTINGS.email_obrigatorio,
  mensagem_pedido: {
    ...MESSAGE,
    words: 'mensagem: resposta a um pedido',
    places: ['nome', 'protocolo', 'pedido', 'resposta'],
    needs: ['nome', 'resposta'],
  },
  faltas_seguidas: { words: 'faltas seguidas até «Faltou»', kind: 'number', default: 3, min: 2, max: 20 },
  marcas_sem_uso: { words: 'linhas do participante que não se usam', kind: 'list', default: '' },
  inscricoes: { words: 'quando as inscrições fecham', kind: 'closed', default: null },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;

/** What a setting of a column holds; null: a period without an end. */
export type SettingValue = string | number | boolean | null;

export const settingEntries = Object.entries(SETTINGS) as [SettingName, Setting][];

/** Settings of one value each, which somebody may change. */
export const changeableSettings = settingEntries.filter(
  ([, { kind }]) => kind !== 'version' && kind !== 'closed',
);

/** Why retention erased something: the code of `private.prazos` → words. */
export const erasedBecause: Readonly<Record<string, string>> = Object.fromEntries(
  settingEntries.flatMap(([, setting]) =>
    setting.kind === 'retention' && setting.erases
      ? [[setting.erases, setting.because ?? setting.words]]
      : [],
  ),
);
