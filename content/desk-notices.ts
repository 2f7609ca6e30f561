import { counted } from './plural.ts';
import { SPARED_DAYS } from './retention.ts';

// What stands above the list when something waits for a person. Source: docs/ux.md §8.6.

const enrolmentsIn = (count: number | string) => counted(count, 'inscrição', 'inscrições');
const filesIn = (count: number) => counted(count, 'arquivo', 'arquivos');
const documentsIn = (count: string) => counted(count, 'documento', 'documentos');

/** The line that names all of them. */
export const attention = (count: number) => `Atenção (${count})`;

/** Of a site whose owner has not written its own texts yet. */
export const samples = {
  title: 'Textos de exemplo',
  advice: 'Este site ainda tem nome e contatos de exemplo: troque-os em «Ajustes», «Centro».',
} as const;

/** Many arrivals of one place, or of many, in one hour. */
export const flood = {
  title: 'Muitos envios em pouco tempo',
  found: (enrolments: number, documents: number, first: string, last: string, everywhere: boolean) =>
    `De ${everywhere ? 'muitos lugares' : 'um mesmo endereço ou rede'} da internet, de ${first} a ${last}: ${enrolmentsIn(enrolments)} ainda sem resposta e ${filesIn(documents)} sem inscrição`,
  advice:
    'Pode ser uma escola ou um mutirão. Abra algumas inscrições antes. Se forem falsas, dá para apagar todas de uma vez.',
  open: 'Apagar todas',
  question: (enrolments: number, documents: number) =>
    `Apagar ${enrolmentsIn(enrolments)} e ${filesIn(documents)}?`,
  text: `As fichas saem do site na hora e por ${SPARED_DAYS} dias voltam em Mais, Apagadas há pouco; os arquivos sem inscrição somem já. O que a equipe já começou a analisar fica.`,
  done: (enrolments: number) => `${counted(enrolments, 'inscrição apagada', 'inscrições apagadas')}.`,
} as const;

/** That retention waits for a person. */
export const brake = {
  /** Part of a sentence: what the server believes; `last` only where it is why. */
  found: (today: string, last: string | null, enrolments: string, documents: string) =>
    `o servidor diz que hoje é ${today}${last ? `, a última limpeza foi em ${last}` : ''} e sairiam agora ${enrolmentsIn(enrolments)} e ${documentsIn(documents)}`,
  share: (some: number, all: number) => `${some} de ${all}`,
  nothing: 'Nada foi apagado',
  /** At the desk: title and what happened, by why it waits; nearly always the site was off. */
  off: (today: string, last: string) =>
    [
      `O site ficou desligado desde ${last}. Hoje é ${today}?`,
      'Depois de tantos dias parado (ele, ou só a limpeza diária), o site espera alguém conferir a data. Nada foi apagado.',
    ] as const,
  behind: (today: string, last: string) =>
    [
      `Hoje é ${today}?`,
      `O site já fez uma limpeza com a data de ${last}: o relógio dele está errado agora, ou estava naquele dia. Nada foi apagado.`,
    ] as const,
  much: (today: string) =>
    [
      `A limpeza automática parou. Hoje é ${today}?`,
      'Muita coisa passou do prazo de uma vez, e o site espera alguém conferir. Nada foi apagado.',
    ] as const,
  checkNothing:
    'Veja a data num celular. Está certa? Aperte o botão: a limpeza continua, e agora não há nada para apagar. Está errada? Não aperte: chame quem cuida do site.',
  check: (enrolments: string, documents: string) =>
    `Veja a data num celular. Está certa, e os números fazem sentido? Aperte o botão: saem ${enrolmentsIn(enrolments)} e ${documentsIn(documents)}, que passaram do prazo. Se não, não aperte: chame quem cuida do site.`,
  confirm: 'A data está certa',
  question: 'A limpeza pode continuar?',
  goOn: 'Continuar a limpeza',
  busy: 'Confirmando…',
  goesOn: 'A limpeza continua sozinha, em até um dia.',
} as const;

/** One of the team put so many away, or took so many accesses away, in 24 hours. */
export const team = {
  title: 'Alguém da equipe apagou muito, ou tirou muitos acessos',
  day: 'Em 24 horas, a mesma pessoa',
  erased: (count: number) => `apagou ${enrolmentsIn(count)}`,
  disabled: (count: number) => `tirou o acesso de ${counted(count, 'pessoa', 'pessoas')}`,
  advice: `Não foi combinado? Veja em Registro quem foi, no ⋯ devolva tudo de uma vez, e chame quem cuida do site: por ${SPARED_DAYS} dias o que foi apagado ainda volta.`,
} as const;
