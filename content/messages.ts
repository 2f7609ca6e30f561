/** Every toast, alert and failure text. The quoted ones are SPEC §5 and §8, word for word; the others docs/ux.md §3.1, §4.7, §8.9. */

/** What a toast says. `tone` decides the role: `error` is an alert, `success` a status. */
export type Message = { title: string; description?: string; tone: 'success' | 'error' };

export const missingFieldTitle = 'Campo obrigatório';

/** `name` is the field's name in lowercase words (SPEC §5). */
export const missingField = (name: string): string => `Por favor, preencha o campo "${name}".`;

export const missingMedicalDetails = 'Por favor, detalhe a condição médica.';

/** Shown beside the field, where the rules require a guardian for everyone under 18. Source: docs/ux.md §4.4. */
export const missingGuardian = {
  nomeResponsavel: 'Digite o nome do responsável.',
  telefoneResponsavel: 'Digite o telefone do responsável, com DDD.',
} as const;

/** Days that an enrolment of somebody under 18 stays without the guardian's telephone, as families are told: the default of the setting. */
export const GUARDIAN_DAYS = 30;

export const checkHighlightedFields = 'Confira os campos marcados.';

/** Shown beside a field whose answer the back end refused although the form accepted it. */
export const checkThisAnswer = 'Confira esta resposta.';

export const fileTooLarge: Message = {
  title: 'Arquivo muito grande!',
  description: 'O arquivo deve ter no máximo 5MB.',
  tone: 'error',
};

export const fileEmpty = 'O arquivo está vazio. Escolha outro.';
export const fileWrongKind = 'Este tipo de arquivo não serve. Mande uma foto ou um PDF.';

export const enrolmentSent: Message = {
  title: 'Inscrição enviada com sucesso! 🎉',
  description: 'Obrigado pelo interesse no Projeto Construindo Campeões. Entraremos em contato em breve!',
  tone: 'success',
};

export const tryAgain = 'Ocorreu um problema. Por favor, tente novamente.';

/** The toast of a failed enrolment: the error's message, or the SPEC's own words when there is none. */
export const enrolmentFailed = (message?: string): Message => ({
  title: 'Erro ao enviar inscrição',
  description: message || tryAgain,
  tone: 'error',
});

/** Failures of the public form for which the back end gave no sentence. */
export const failures = {
  offline: 'Sem internet. Confira seus dados móveis ou o Wi-Fi e tente de novo.',
  slow: 'A internet está lenta e o envio parou. Tente de novo.',
  down: 'O sistema está fora do ar por alguns minutos. Tente de novo daqui a pouco.',
  storage: 'Não conseguimos guardar o arquivo. Tente de novo ou escolha outra foto.',
  tooMany: 'Muitas tentativas seguidas. Espere um minuto e tente de novo.',
  tooManyToday: 'Chegaram documentos demais hoje. Tente de novo amanhã ou fale no WhatsApp.',
  tooManyEnrolmentsToday: 'Chegaram inscrições demais hoje. Tente de novo amanhã ou fale no WhatsApp.',
  refused: 'Não conseguimos receber a inscrição agora. Fale no WhatsApp.',
  /** The hidden field was filled in, as robots do. */
  trap: 'Não conseguimos receber. Fale no WhatsApp.',
} as const;

/** Toasts of the authentication context. Source: SPEC §8. */
export const authFailed = (action: 'Sign up' | 'Sign in' | 'Sign out', message?: string): Message => ({
  title: `${action} Failed`,
  description: message || 'Something went wrong',
  tone: 'error',
});

export const unexpectedError = 'Unexpected Application Error!';

/** Where the settings require tick-boxes. Source: docs/ux.md §4.8. */
export const missingConsent = 'Marque a autorização para enviar.';

/** Warnings beside an enrolment. Source: docs/ux.md §0 (D2, D11). */
export const flags = {
  cpf: 'CPF não confere',
  sampleCpf: 'CPF comum em testes',
  phone: 'Telefone não confere',
  guardian: 'Menor sem responsável',
} as const;

/** Beside a guardian that a family gave by its link, until somebody of the desk confirms it. */
export const unconfirmed = 'informado pelo link, não conferido';
