import type { Count } from '../../api/enrolments.ts';

/** `132`, or `cerca de 120.000` for an estimate. */
export function countInWords({ total, exact }: Count): string {
  return exact ? total.toLocaleString('pt-BR') : `cerca de ${rounded(total).toLocaleString('pt-BR')}`;
}

/** An estimate rounded to two significant digits. */
function rounded(total: number): number {
  const unit = 10 ** Math.max(0, String(total).length - 2);
  return Math.round(total / unit) * unit;
}
