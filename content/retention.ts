/** Days for which what a person put away lies in the bin, with its documents, on the site and in copies. Mirrors `private.dias_de_espera()`. */
export const SPARED_DAYS = 7;

/** Days in which the desk answers what a family asks about its data (LGPD art. 19). Mirrors `private.prazo_do_pedido()`. */
export const ANSWER_DAYS = 15;

/** Days before erasing from which the list shows the date. */
export const WARN_DAYS = 30;

/** Words of the list about what is erased, by hand and by retention. Source: docs/ux.md §8.6. */
export const retention = {
  erase: 'Apagar agora',
  bin: 'Apagadas há pouco',
  until: (day: string) => `Guardada até ${day}`,
  documentErased: (day: string) => `Arquivo apagado em ${day}`,
} as const;
