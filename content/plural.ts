/** '1 inscrição', '2 inscrições'. */
export const counted = (count: number | string, one: string, many: string): string =>
  `${count} ${String(count) === '1' ? one : many}`;
