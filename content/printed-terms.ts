import { brand } from './brand.ts';

/** What is said in a printed text: of whom it is, and who signs; `signer` null: the person, who is of age. */
export type Signed = { person: string; born: string; signer: string | null };

const LINE = '_______________________________';
const who = ({ person, born, signer }: Signed) =>
  signer === null
    ? `Eu, ${person}, nascido(a) em ${born},`
    : `Eu, ${signer || LINE}, responsável por ${person}, nascido(a) em ${born},`;

/** Texts that a family signs on paper, a page each. A text that changes gets the next version. Source: decision 205. */
export const terms = {
  imagem: {
    title: 'Autorização de uso de imagem',
    act: 'Imprimir a autorização de imagem',
    version: 'Versão 1, de novembro de 2026',
    text: (signed: Signed) => [
      `${who(signed)} decido sobre fotos e vídeos feitos nas aulas, treinos, apresentações e campeonatos do ${brand.name}:`,
      '(   ) Autorizo o uso da imagem.',
      '(   ) Não autorizo o uso da imagem.',
      'A imagem serve para mostrar o trabalho do centro no site, nas redes sociais, em cartazes e na prestação de contas a apoiadores e ao poder público. O uso é de graça e não pode ser vendido nem expor a pessoa.',
      'O nome completo, o endereço e a escola não aparecem junto da imagem.',
      'Dizer não é livre: quem não autoriza treina do mesmo jeito. Quem autorizou pode mudar de ideia a qualquer dia, falando com a secretaria; a partir daí o centro não usa mais e tira o que estiver no seu site e nas suas redes.',
    ],
  },
  termo: {
    title: 'Termo de responsabilidade',
    act: 'Imprimir o termo de responsabilidade',
    version: 'Versão 1, de novembro de 2026',
    text: (signed: Signed) => {
      const one = signed.signer === null ? 'eu' : signed.person;
      return [
        `${who(signed)} declaro sobre as aulas do ${brand.name}:`,
        `1. Sei que a capoeira e as lutas são atividades físicas, com risco de quedas e machucados, e quero que ${one} participe.`,
        `2. Não conheço motivo de saúde que impeça ${one} de treinar. Se aparecer algum, aviso o centro antes da aula seguinte.`,
        '3. Contei à secretaria as alergias, remédios e condições de saúde que o professor precisa saber.',
        '4. Em uma emergência, o centro pode chamar o socorro (SAMU, 192) e avisa os telefones da inscrição.',
        signed.signer === null
          ? '5. Respondo pelo caminho de ida e de volta das aulas.'
          : '5. Respondo pelo caminho de ida e de volta das aulas, e disse à secretaria quem pode buscar.',
        '6. O que for emprestado, como o kimono, volta ao centro em bom estado quando a participação acabar.',
        'Este termo não tira do centro o dever de cuidar de quem treina.',
      ];
    },
  },
} as const;

/** What stands below each of them, for the pen. */
export const signing = {
  place: 'Local e data:',
  signature: (isMinor: boolean) => (isMinor ? 'Assinatura do responsável:' : 'Assinatura:'),
  name: 'Nome:',
  cpf: 'CPF:',
} as const;
