/** For the pen. */
const LINE = '________________________________________';

/**
 * Texts that a family signs on paper, a page each; {quem} says who signs and for whom, {pessoa} who takes part. A text that
 * changes gets the next version. Source: decision 205.
 */
export const terms = {
  termo: {
    title: 'Termo de responsabilidade',
    text: [
      '{quem} declaro sobre as aulas do centro {centro}:',
      'Sei que as lutas são atividades físicas, com risco de quedas e machucados, e concordo com a participação de {pessoa}.',
      'Não conheço motivo de saúde que impeça os treinos. Se aparecer algum, aviso o centro antes da aula seguinte. Já contei à secretaria as alergias, remédios e condições que o professor precisa saber.',
      'Em uma emergência, o centro pode chamar o socorro (SAMU, 192) e avisa os telefones da inscrição.',
      'Respondo pelo caminho de ida e de volta das aulas. De quem é menor de 18 anos, disse à secretaria quem pode buscar.',
      'O que for emprestado, como o kimono, volta ao centro em bom estado quando a participação acabar.',
      'Este termo não tira do centro o dever de cuidar de quem treina.',
    ],
  },
  imagem: {
    title: 'Autorização de uso de imagem',
    text: [
      '{quem} decido sobre fotos e vídeos de {pessoa} nas aulas, apresentações e campeonatos do centro {centro}:',
      '(\u00a0\u00a0\u00a0\u00a0) Autorizo o uso da imagem.',
      '(\u00a0\u00a0\u00a0\u00a0) Não autorizo o uso da imagem.',
      'A imagem serve para mostrar o trabalho do centro no site, nas redes sociais, em cartazes e na prestação de contas a apoiadores e ao poder público. O uso é de graça, a imagem não é vendida, e ao lado dela não aparecem nome completo, endereço nem escola.',
      'Quem não autoriza treina do mesmo jeito. Quem autorizou pode mudar de ideia em qualquer dia, falando com a secretaria: daí em diante o centro não usa mais a imagem, e a tira do seu site e das suas redes.',
    ],
  },
} as const;

/** Who signs, and what stands below each text, for the pen. */
export const signing = {
  act: (title: string) => `Imprimir ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  version: 'Versão 1, de novembro de 2026',
  who: (person: string, born: string, signer: string | null) =>
    `Eu, ${signer === null ? person : `${signer || LINE}, responsável por ${person}`}, nascido(a) em ${born},`,
  place: `Local e data: ${LINE}`,
  signature: (isMinor: boolean) => `Assinatura${isMinor ? ' do responsável' : ''}: ${LINE}`,
  cpf: (cpf: string) => `CPF de quem assina: ${cpf || LINE}`,
} as const;
