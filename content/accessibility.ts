import type { NoticeSection } from './notice.ts';

/** The accessibility page. The list of what is not good yet is dated: change the date with it. Source: docs/ux.md §10.3. */
export const accessibility = {
  title: 'Acessibilidade',
  intro:
    'Queremos que todo mundo consiga usar este site. Seguimos as regras WCAG 2.2, nível AA, e a Lei Brasileira de Inclusão.',
  /** Ready to send when somebody taps a WhatsApp number of this page. */
  chatMessage: 'Olá! Achei um problema de acessibilidade no site.',
  sections: [
    {
      id: 'voce-pode',
      title: 'Você pode',
      blocks: [
        {
          points: [
            ['aumentar a letra até 200%;'],
            ['usar só o teclado;'],
            ['usar leitor de tela;'],
            ['ouvir as perguntas da inscrição no botão "Ouvir";'],
            [
              'pedir a inscrição ',
              { link: '/projeto-social/ficha-em-branco', text: 'em papel' },
              ' ou por áudio no WhatsApp.',
            ],
          ],
        },
      ],
    },
    {
      id: 'ainda-nao',
      title: 'O que ainda não está bom',
      blocks: [
        ['Lista de 28/11/2026:'],
        {
          points: [
            ['O site não tem tradução para Libras.'],
            ['As perguntas da inscrição só têm áudio em aparelhos com voz em português.'],
            [
              'Alguns documentos que as famílias enviam são imagens. O leitor de tela não lê o que está escrito nelas.',
            ],
            [
              'Sem JavaScript, ou num navegador muito antigo, não dá para enviar a inscrição pelo site. Nesse caso, use a ficha em papel ou o WhatsApp.',
            ],
            ['Testamos com programas e com o teclado. Ainda não testamos com pessoas com deficiência.'],
          ],
        },
      ],
    },
    {
      id: 'problema',
      title: 'Achou um problema?',
      blocks: [
        [
          'Fale no WhatsApp ',
          { contact: 'chat' },
          ' ou ',
          { contact: 'email' },
          '. Respondemos em até 5 dias.',
        ],
      ],
    },
  ] satisfies readonly NoticeSection[] as readonly NoticeSection[],
};
