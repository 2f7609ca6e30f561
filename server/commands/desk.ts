import { type ApiFunction, argumentsOf, FUNCTIONS } from '../../domain/functions.ts';
import type { Database } from '../core/database.ts';
import { isPgError } from '../core/errors.ts';
import { Refused } from '../core/refused.ts';
import { callStatement } from '../rest/sql.ts';
import type { Command, CommandContext, Work } from './command.ts';
import { processingRecord } from './processing-record.ts';

/** What it calls: not what a family's link opens, nor the lists whose reading the server alone records. */
const CALLED = new Map(
  Object.entries(FUNCTIONS as Readonly<Record<string, ApiFunction>>).filter(
    ([, fn]) => fn.allowedTo !== 'family' && fn.auditBy === 'itself',
  ),
);
const RECORD = 'registro';

const USAGE = `Uso: npm run desk
     npm run desk -- FUNÇÃO '{"argumento": valor}'
     npm run desk -- ${RECORD}

Chama uma função do banco e mostra a resposta, com tudo o que a direção pode, sem conta nem senha; no registro
de acessos fica sem nome. A página da secretaria (/admin/inscricoes) faz o mesmo, e é mais fácil.
  npm run desk -- lista_de_ajustes
  npm run desk -- guardar_ajuste '{"nome": "guardar_espera_meses", "valor": 18}'
  npm run desk -- guardar_ajuste '{"nome": "inscricoes", "valor": {"fecha": "agora", "abre": "2027-02-01"}}'
  npm run desk -- guardar_ajuste '{"nome": "inscricoes", "valor": {}}'      abre já, sem dia para fechar
  npm run desk -- salvar_turma '{"turma": {"name": "Boxe", "days": "Terça e quinta", "time": "18:30"}}'
${RECORD} escreve o registro das operações de tratamento (LGPD) com os prazos que valem hoje.

As funções e os seus argumentos; os que têm “?” podem faltar:
${[...CALLED].map(([name, fn]) => `  ${name.padEnd(22)} ${fn.arguments}`.trimEnd()).join('\n')}`;

/** Calls one function of the desk as the owner of the database. */
export const desk: Command = {
  summary: 'faz no terminal o que a secretaria faz: ajustes, turmas, inscrições',
  usage: USAGE,
  opens: 'existing or Supabase',
  order: orderOf,
};

function orderOf([typed, json = '{}', ...rest]: string[]): string | Work<CommandContext> {
  const print =
    (say: (database: Database) => Promise<string>): Work<CommandContext> =>
    async (context) => {
      context.terminal.print(await say(context.database));
      return 0;
    };
  if (typed === undefined) return print(async () => USAGE);
  const name = typed === RECORD ? 'lista_de_ajustes' : typed;
  const fn = CALLED.get(name);
  if (!fn) return `Não há a função “${typed}”; há ${[...CALLED.keys(), RECORD].join(', ')}.`;
  const sent = rest.length === 0 ? objectIn(json) : null;
  if (!sent) return `Depois de ${typed} vem um só objeto JSON entre aspas simples: '{"argumento": valor}'.`;
  const keys = Object.keys(sent);
  const taken = argumentsOf(fn);
  const isWhole = taken.every((one) => one.optional || keys.includes(one.name));
  if (!isWhole || keys.some((key) => !taken.some((one) => one.name === key)))
    return `${typed} leva ${fn.arguments || 'nada'}, e veio ${keys.join(', ') || 'nada'}.`;
  return print(async (database) => {
    const answer = await call(database, { name, fn, json, keys });
    if (typed === RECORD) return processingRecord(answer.values);
    return fn.returns === 'nothing' ? 'Feito.' : JSON.stringify(answer, null, 2);
  });
}

function objectIn(json: string): object | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type Call = { name: string; fn: ApiFunction; json: string; keys: string[] };

/** The function's answer. */
async function call(database: Database, { name, fn, json, keys }: Call) {
  const given = argumentsOf(fn).filter((one) => keys.includes(one.name));
  const { text, values } = callStatement(name, fn.returns, json, given);
  try {
    return await database.asOwner(async (tx) => {
      await tx.query('select private.como_dono()');
      const { rows } = await tx.query<{ body: string | null }>(text, values);
      return JSON.parse(rows[0]?.body || 'null');
    });
  } catch (error) {
    if (!isPgError(error) || error.routine === 'exec_stmt_raise' || !/^2[23]/.test(error.code)) throw error;
    throw new Refused(`O banco não aceita estes valores para ${name}: confira o tipo de cada um.`);
  }
}
