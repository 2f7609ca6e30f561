/** Words about the backups, in Ajustes, and above the list what is wrong with them. The codes are those of `private.copias`. */
export const backups = {
  title: 'Cópias de segurança',
  last: (day: string, elsewhere: boolean) =>
    `Última cópia de segurança: ${day}${elsewhere ? ', em outro disco' : ''}.`,
  drill: (day: string) => `Último ensaio de volta: ${day}, tudo certo.`,
  none: 'Ainda não há cópia de segurança. Quem cuida do site liga a de toda noite.',
  /** No copy lies on another device than the data, or none of the last week; `day`: of the last that does. */
  onlyHere: (day: string | null) =>
    `Sem cópia fora: ${day ? `a última em outro disco é de ${day}` : 'as cópias estão no mesmo disco que os dados, e se ele quebra vão junto'}. Avise quem cuida do site.`,
  late: 'Está atrasada: avise quem cuida do site.',
  failed: (kind: string, day: string) =>
    `${kind === 'ensaio' ? 'O ensaio de volta' : 'A cópia'} de ${day} não deu certo: avise quem cuida do site.`,
  /** Made, and the site had lost documents before it was. */
  incomplete: (day: string) =>
    `A cópia de ${day} foi feita, mas faltam documentos no site: avise quem cuida dele.`,
  version: (version: string) => `Versão ${version}.`,
  today: 'hoje',
  yesterday: 'ontem',
} as const;

/** A daily copy older than this is late. */
export const LATE_DAYS = 3;

/** Days after which the last copy on another device than the data is too old. */
export const ELSEWHERE_DAYS = 7;
