/** Why the desk corrects an answer, by the codes of `private.correcoes`. */
export const correctionReasons = {
  'pedido-da-familia': 'Pedido da família',
  'digitado-errado': 'Digitado errado',
  'documento-mostra-outro': 'Documento mostra outro',
} as const;

export type CorrectionReason = keyof typeof correctionReasons;

/** Correcting answers, and attaching documents, of an open enrolment. Source: docs/ux.md §8.5. */
export const correcting = {
  open: 'Corrigir respostas',
  title: 'Corrigir respostas',
  hint: 'Mude só o que está errado. O que estava escrito fica guardado.',
  /** Below an answer: what it is while another is typed, and what it was before it was corrected. */
  now: (text: string) => `agora: ${text}`,
  before: (text: string) => `antes: ${text}`,
  /** After `before`. */
  by: (who: string, moment: string) => `corrigida por ${who}, ${moment}`,
  reason: 'Por que corrigir',
  chooseReason: 'Escolha o motivo',
  reasonMissing: 'Escolha o motivo da correção.',
  save: 'Guardar correção',
  saved: 'Correção guardada.',
  /** In the history. */
  corrected: (answers: string, reason: string) => `Corrigiu ${answers}: ${reason}`,
  takenBack: (answers: string) => `Desfez a correção: ${answers}`,
} as const;

export const attaching = {
  open: 'Anexar documento',
  title: 'Anexar documento',
  label: 'Documento',
  hint: 'O que veio no papel ou pelo WhatsApp: foto ou PDF, até 5MB.',
  missing: 'Escolha a foto ou o PDF.',
  chosen: (name: string) => `Escolhido: ${name}.`,
  save: 'Anexar',
  sending: 'Anexando…',
  saved: 'Documento anexado.',
  attached: 'Anexou um documento',
} as const;
