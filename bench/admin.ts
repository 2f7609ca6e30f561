import { CHIPS, FILTERS, NO_FILTER, paramsOf, withChip } from '../domain/desk/filter.ts';
import { signIn } from '../kit/desk.ts';
import { newFolder } from '../kit/folder.ts';
import { startServer } from '../kit/server.ts';
import { percentile } from '../prove/measure.ts';
import { addPeople, table } from './measure.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 60);

/** A row from the middle of the list, or from its page 400. */
type SampleRow = {
  id: string;
  nome_completo: string;
  cpf: string;
  telefone_whatsapp: string;
  protocolo: string;
  created_at: string;
};

/** A function of the API and the body it is called with. */
type Question = [fn: string, body: object];

/** What is asked, by name. */
function questionsAbout(sample: SampleRow): Record<string, Question> {
  const words = sample.nome_completo.split(' ');
  /** Filters of the list, by name. */
  const lists = {
    'first page': {},
    'first page, 100 rows': { tamanho: 100 },
    'page 400': { pular: 9_975 },
    'after that row': { apos: sample.id },
    'by name, page 400': { ordem: 'nome', sentido: 'asc', pular: 9_975 },
    'by age': { ordem: 'idade', sentido: 'asc' },
    'search: whole name': { busca: sample.nome_completo },
    'search: two words': { busca: words.slice(0, 2).join(' ') },
    'search: common word': { busca: 'cerrado' },
    'search: nobody': { busca: 'zzyzx' },
    'search: CPF': { busca: sample.cpf },
    'search: phone': { busca: sample.telefone_whatsapp },
    'search: protocol': { busca: sample.protocolo },
    'search: four digits': { busca: sample.telefone_whatsapp.slice(-4) },
    'search: a sign': { busca: '%' },
    'filter: situation': { situacao: 'falta-documento' },
    'filter: age group': { idade: 'crianca' },
    'filter: no document': { documento: 'sem' },
    'filter: possible duplicate': { repetida: true },
    ...Object.fromEntries(
      CHIPS.map((chip) => [`waits: ${FILTERS[chip].param}`, paramsOf(withChip(NO_FILTER, chip))]),
    ),
    'the siblings of one': { familia: sample.id },
    'three filters': { situacao: 'desistiu', idade: 'crianca', documento: 'sem' },
  };
  return {
    ...Object.fromEntries(
      Object.entries(lists).map(([name, filtro]) => [name, ['lista_de_inscricoes', { filtro }]] as const),
    ),
    counts: ['contagem_de_inscricoes', { filtro: {} }],
    'counts: search by name': ['contagem_de_inscricoes', { filtro: { busca: words[0] } }],
  };
}

/**
 * `npm run bench -- admin 100000 1000000`: how long the desk waits for its list with
 * that many enrolments, measured at the API of a real server over PostgreSQL that
 * writes through to the disk. ROUNDS calls of each. BENCH_DATA_DIR is a
 * data folder that has its enrolments already, and stays.
 */
export async function run(sizes: string[]): Promise<number> {
  for (const size of sizes.length > 0 ? sizes : ['100000']) await measureDesk(Number(size));
  return 0;
}

async function measureDesk(size: number): Promise<void> {
  const given = process.env.BENCH_DATA_DIR;
  const folder = given ?? newFolder();
  const server = await startServer({ folder, environment: { LIMITS: 'relaxed' } });
  try {
    if (!given) await addPeople(size, folder);
    const desk = await signIn(server);
    const filtro = { pular: Math.min(Math.floor(size / 2), 9_975), tamanho: 1, colunas: ['*'] };
    const { rows: found } = await desk.rpc<{ rows: { row: SampleRow }[] }>('lista_de_inscricoes', { filtro });
    const sample = found[0]?.row;
    if (!sample) throw new Error('the list is empty');
    const rows: string[][] = [];
    for (const [name, [fn, body]] of Object.entries(questionsAbout(sample))) {
      const times: number[] = [];
      for (let round = -3; round < ROUNDS; round++) {
        const began = performance.now();
        await desk.rpc(fn, body);
        if (round >= 0) times.push(performance.now() - began);
      }
      rows.push([name, ...shares(times)]);
    }
    console.log(`\n${table([`${size.toLocaleString('pt-BR')} enrolments`, 'p50 ms', 'p95 ms'], rows)}`);
  } finally {
    await server.stop();
  }
}

/** p50 and p95. */
function shares(times: number[]): string[] {
  return [0.5, 0.95].map((share) => percentile(times, share).toFixed(1));
}
