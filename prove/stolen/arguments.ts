import { BY_HAND } from '../../content/erasing.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { CRITERIA, OF_GUARDIAN, SITUATIONS } from '../../domain/desk/situations.ts';
import { type ApiFunction, argumentsOf } from '../../domain/functions.ts';

/** One enrolment as a thief sees it: what it is called by, and what hangs on it at the moment. */
export type Target = {
  id: string;
  protocol: string;
  /** The code of a link that the desk makes for its family. */
  code: string;
  version: number;
  requests: string[];
  /** Another enrolment. */
  other: string;
  /** The address of a document that the thief has uploaded. */
  upload: string;
  /** Turns from one enrolment to the next, so that each way of erasing is tried first for some. */
  turn: number;
};

/** What one call may be about; `account` and `flood` only for functions of theirs. */
export type About = {
  target: Target;
  account: string;
  flood: { origin: string; hour: string };
  /** Ids of classes. */
  classes: readonly string[];
  nowMs: number;
};

const turned = <T>(all: readonly T[], by: number): T[] =>
  all.map((_, at) => all[(at + by) % all.length] as T);

/**
 * What a thief puts in for each argument, by `function.name` or by name and type. Where a function
 * has one that is not here, the proof stops: whoever adds a function says what may be done with it.
 */
const VALUES: Record<string, (about: About) => readonly unknown[]> = {
  'ficha.inscricao': ({ target }) => [target.id],
  'recolher_enxurrada.confirmacao': () => ['APAGAR'],
  'apagar_inscricao.motivo': ({ target }) => turned(BY_HAND, target.turn),
  'anotar_acesso.motivo': () => ['outro'],
  'anotar_acesso.inscricao': () => [null],
  'registro_de_acessos.dia': () => [null],
  'registro_de_acessos.tipo': () => [null],
  'corrigir_respostas.mudancas': () => [
    { cidade: 'Cidade de quem roubou' },
    { email: 'quem@roubou.test', rg: null },
  ],
  'corrigir_respostas.motivo': () => ['digitado-errado'],
  'reverter_correcoes.desde': () => ['2020-01-01'],
  'guardar_ajuste.nome': () => ['guardar_nao_aprovada_meses'],
  'guardar_ajuste.valor': () => [1],
  'mudar_papel.papel': () => ['secretaria', 'direcao'],
  'nome text': () => ['Quem roubou a sessão'],
  'enviar_responsavel.telefone': () => ['(62) 99999-0000'],
  'pedir_pela_familia.tipo': () => ['telefone', 'desistir'],
  'pedir_pela_familia.telefone': () => ['(62) 99999-0000'],
  'pedir_dos_dados.tipo': () => ['desistir', 'corrigir', 'apagar', 'copia'],
  'nova_nota.pedido': () => ['desistir', 'corrigir', 'apagar', 'copia'],
  'cpf text': () => ['529.982.247-25'],
  'mudancas jsonb': () => [{ cidade: 'Cidade de quem roubou a sessão' }],
  'identidade_conferida boolean': () => [true],
  'resposta text': () => ['Resposta de quem roubou a sessão.'],
  'nova uuid': () => [crypto.randomUUID()],
  'respostas jsonb': () => [{ nome_completo: 'De quem roubou a sessão' }],
  'declaracao text': () => ['falada'],
  'anotar_mensagem.para': () => ['pessoa'],

  'inscricao uuid': ({ target }) => [target.id],
  'outra uuid': ({ target }) => [target.other],
  'pedido uuid': ({ target }) => target.requests,
  'conta uuid': ({ account }) => [account],
  'pessoa uuid': () => [null],
  'inscricoes uuid[]': ({ target }) => [[target.id]],
  'codigo text': ({ target }) => [target.code],
  'protocolo text': ({ target }) => [target.protocol],
  'confirmacao text': ({ target }) => [target.protocol],
  'endereco text': ({ target }) => [target.upload],
  'texto text': () => ['Escrita por quem roubou a sessão.'],
  'motivo text': () => ['Motivo de quem roubou a sessão.'],
  'situacao text': () => Object.keys(SITUATIONS),
  'turma uuid': ({ classes }) => classes.slice(0, 1),
  'terminar_turma.turma': ({ classes }) => classes.slice(1),
  'terminar_turma.para': ({ classes }) => classes.slice(0, 1),
  'turma jsonb': ({ classes }) => [
    { nome: 'Turma de quem roubou' },
    ...classes.map((id) => ({ id, name: `Turma roubada ${id}`, days: null, time: null, places: 0 })),
  ],
  'criterio text': () => [...Object.keys(CRITERIA), ...Object.keys(OF_GUARDIAN)],
  'modelo text': () => Object.keys(SITUATIONS),
  'acao text': () => ['exportou', 'imprimiu'],
  'origem text': ({ flood }) => [flood.origin],
  'hora timestamp with time zone': ({ flood }) => [flood.hour],
  'momento timestamp with time zone': () => ['2020-01-01'],
  'antes bigint': () => [null],
  'nascimento date': () => ['2012-03-05'],
  'dia date': ({ nowMs }) => [todayInBrazil(new Date(nowMs))],
  'primeiro_dia date': () => ['2030-01-02'],
  'colunas text[]': () => [['cpf']],
  'filtro jsonb': () => [{ colunas: ['*'], tamanho: 100 }],
  'versao integer': ({ target }) => [target.version],
  'quantas integer': () => [200],
  'linhas integer': () => [1],
  'inscricoes integer': () => [1_000],
  'documentos integer': () => [1_000],
  'envios integer': () => [1_000],
  'cumprido boolean': () => [true, false],
  'confirmado boolean': () => [true, false],
  'do_responsavel boolean': () => [true],
  'mesma_pessoa boolean': () => [true, false],
  'com_acesso boolean': () => [false],
  'alem_das_vagas boolean': () => [true],
  'com_saude boolean': () => [true],
};

/** What a function is about: each enrolment, account or flood, or the site as a whole. */
export function subjectOf(fn: ApiFunction): 'enrolment' | 'account' | 'flood' | 'site' {
  const names = argumentsOf(fn).map(({ name, type }) => `${name} ${type}`);
  const has = (...some: string[]) => some.some((one) => names.includes(one));
  if (has('conta uuid')) return 'account';
  if (has('origem text')) return 'flood';
  return has('inscricao uuid', 'inscricoes uuid[]', 'codigo text', 'protocolo text') ? 'enrolment' : 'site';
}

/** Every way of calling a function about something. Throws where nobody has said what an argument may be. */
export function callsOf(name: string, fn: ApiFunction, about: About): Record<string, unknown>[] {
  let calls: Record<string, unknown>[] = [{}];
  for (const argument of argumentsOf({ ...fn, once: false })) {
    const values = VALUES[`${name}.${argument.name}`] ?? VALUES[`${argument.name} ${argument.type}`];
    if (!values)
      throw new Error(
        `${name}(${argument.name} ${argument.type}): say in prove/stolen/arguments.ts what a thief calls it with`,
      );
    calls = values(about).flatMap((value) => calls.map((call) => ({ ...call, [argument.name]: value })));
  }
  return calls;
}
