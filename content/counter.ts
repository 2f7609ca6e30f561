/** Words of enrolling somebody at the counter, which come with its dialog. Source: docs/ux.md §8.5. */
export const counter = {
  title: 'Nova inscrição no balcão',
  intro: 'Sem e-mail, deixe em branco. Sem telefone, escreva o de um parente ou vizinho.',
  /** In the document's place. */
  document: 'anexe depois de guardar. Sem ele a inscrição fica em «Falta documento».',
  agreement: 'Leia em voz alta, ou veja a assinatura na ficha de papel. Fica registrado que foi você.',
  how: 'Como a declaração foi aceita *',
  hows: { falada: 'Eu li em voz alta, e a pessoa concordou', assinada: 'Está assinada na ficha de papel' },
  howMissing: 'Marque como a declaração foi aceita.',
  save: 'Guardar inscrição',
  stored: (protocol: string) => `Inscrição guardada. Protocolo para a família: ${protocol}.`,
} as const;

/** How somebody at the counter accepted the declaration, as `private.inscrever_no_balcao` takes it. */
export type Accepted = keyof typeof counter.hows;
