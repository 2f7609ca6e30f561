/** The month of an ISO day and the ones after it, as `2026-11`. */
export function monthsFrom(today: string, count: number): string[] {
  const first = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: count }, (_, later) => {
    const month = first + later;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

/** `2026-11` → `novembro de 2026`. */
export function monthInWords(month: string): string {
  return new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}
