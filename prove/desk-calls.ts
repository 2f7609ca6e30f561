import { BY_HAND } from '../content/erasing.ts';
import { todayInBrazil } from '../domain/dates.ts';
import { CRITERIA, SITUATIONS } from '../domain/desk/situations.ts';
import { type ApiFunction, argumentsOf, FUNCTIONS, isOfTheDesk } from '../domain/functions.ts';
import { ROLES } from '../domain/roles.ts';
import { ROW } from '../kit/family.ts';

/** So many ways of one call are tried. */
const WAYS = 12;

/** One enrolment as whoever calls sees it. */
export type Known = { id: string; protocol: string; requests: string[]; other: string; upload: string };
/** What a call may be about. */
export type About = {
  one: Known;
  account: string;
  classes: string[];
  floods: { origin: string; hour: string }[];
};

/** What a thief puts in by the name of an argument; any other gets what `BY_TYPE` has. */
const valuesOf = ({ one, account, classes, floods }: About): Record<string, readonly unknown[]> => ({
  inscricao: [one.id],
  inscricoes: [[one.id]],
  outra: [one.other],
  pedido: [...one.requests, 'copia', 'apagar'],
  conta: [account],
  turma: [...classes, ...classes.map((id) => ({ id, name: `Roubada ${id}`, places: 0 }))],
  para: [...classes.slice(1), 'pessoa'],
  endereco: [one.upload],
  confirmacao: [one.protocol, 'APAGAR'],
  motivo: [...BY_HAND, 'digitado-errado'],
  situacao: Object.keys(SITUATIONS),
  modelo: Object.keys(SITUATIONS),
  criterio: Object.keys(CRITERIA),
  papel: ROLES,
  acao: ['exportou'],
  declaracao: ['falada'],
  nova: [crypto.randomUUID()],
  nome: ['guardar_nao_aprovada_meses', 'frase_de_fechada', 'mensagem_aprovada'],
  valor: [1, 'Pague a quem roubou.'],
  mudancas: [{ cidade: 'Roubada' }, { email: 'quem@roubou.test', rg: null }],
  respostas: [{ ...ROW, nome_completo: 'De quem roubou' }],
  marcas: [{ [one.id]: 'falta' }],
  origem: floods.map(({ origin }) => origin),
  hora: floods.map(({ hour }) => hour),
  dia: [todayInBrazil()],
});
const BY_TYPE: Record<string, readonly unknown[]> = {
  boolean: [true, false],
  integer: [1_000],
  text: ['Escrito por quem roubou.'],
  jsonb: [{}],
  date: ['2030-01-02'],
};

/** Ways of calling a function about something; what may be left out is left out or given once. */
export function waysOf(fn: ApiFunction, about: About): Record<string, unknown>[] {
  const values = valuesOf(about);
  const ways = argumentsOf({ ...fn, once: false }).reduce<Record<string, unknown>[]>(
    (calls, { name, type, optional }) => {
      const given = values[name] ?? BY_TYPE[type] ?? [null];
      const tried = optional ? [undefined, ...given.slice(0, name === 'motivo' ? 9 : 1)] : given;
      return tried.flatMap((value) => calls.map((body) => ({ ...body, [name]: value })));
    },
    [{}],
  );
  return ways.filter((_, at) => at % Math.ceil(ways.length / WAYS) === 0);
}

/** The desk's functions, those last that put away what the others are about. */
export const CALLED = (Object.entries(FUNCTIONS) as [string, ApiFunction][])
  .filter(([name, fn]) => isOfTheDesk(fn) && !/^(devolver|reverter)_/.test(name)) // that is for a direção to do
  .sort(
    ([one], [other]) =>
      Number(/^(apagar|recolher|mudar)_/.test(one)) - Number(/^(apagar|recolher|mudar)_/.test(other)),
  );
