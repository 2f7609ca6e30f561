import { beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../tests/support/accounts.ts';
import { runOn } from '../../tests/support/copies.ts';
import { auditEntries, enrolled } from '../../tests/support/desk.ts';
import { embedded, forTests, serverForTests } from '../../tests/support/server.ts';
import { incident } from './incident.ts';

const TODAY = '2026-11-21';
const PERIOD = ['--from', '2026-11-20', '--to', '2026-11-21'];
const NAME = 'Pessoa \u001b[31mMarcada\nde Teste';

describe.each(embedded)('npm run incident, $name', (engine) => {
  const run = async (...args: string[]) => {
    const { code, lines } = await runOn(server, incident, args, { today: TODAY });
    return { code, printed: lines.join('\n') };
  };
  /** Writes an audit entry as of that moment, linked into the chain. */
  const line = (
    moment: string,
    acao: string,
    {
      quem = null,
      conta = null,
      row = null,
      detalhes = {},
    }: { quem?: string | null; conta?: string | null; row?: typeof seen | null; detalhes?: object } = {},
  ) =>
    server.database.query(
      `with nova as (
         select row(ultimo + 1, $1::timestamptz, $2::text, $3::uuid, $4::uuid, $5::uuid, $6::text, $7::jsonb, null)::private.auditoria as l, ultimo_elo
         from private.auditoria_pontas
       ), posta as (
         insert into private.auditoria
         select (l).numero, (l).momento, (l).acao, (l).quem, (l).conta, (l).inscricao, (l).protocolo, (l).detalhes, private.elo_da_linha(ultimo_elo, l)
         from nova returning numero, elo
       ) update private.auditoria_pontas set ultimo = numero, ultimo_elo = elo from posta`,
      [moment, acao, quem, conta, row?.id ?? null, row?.protocolo ?? null, JSON.stringify(detalhes)],
    );
  const written = ({ protocolo }: typeof seen) => `${protocolo.slice(0, 4)}-${protocolo.slice(4)}`;
  /** The report's line of an enrolment. */
  const lineOf = (printed: string, row: typeof seen) =>
    printed.split('\n').find((each) => each.startsWith(`  ${written(row)}  ${row.id}`));

  const server = serverForTests(engine);
  const desk = forTests(() => addPerson(server, { administrator: true }));
  const seen = forTests(() => enrolled(server, { nome_completo: NAME }));
  const listed = forTests(() =>
    enrolled(server, { data_nascimento: '1950-01-01', nome_completo: 'Outra de Teste' }),
  );
  const erased = forTests(() => enrolled(server));
  const later = forTests(() => enrolled(server));
  beforeAll(async () => {
    await server.database.query(
      `update public.inscricoes_projeto set created_at = case when id = $1 then timestamptz '2026-11-22T12:00Z' else '2026-11-01T12:00Z' end`,
      [later.id],
    );
    await line('2026-11-20T02:59:59Z', 'viu_ficha', { quem: desk.id, row: later });
    await line('2026-11-20T03:00:00Z', 'viu_ficha', { quem: desk.id, row: seen });
    await line('2026-11-20T13:00:00Z', 'baixou_documento', { row: seen });
    await line('2026-11-20T14:00:00Z', 'viu_lista', { quem: desk.id });
    await line('2026-11-20T15:00:00Z', 'apagou', {
      quem: desk.id,
      row: erased,
      detalhes: { motivo: 'outro' },
    });
    await line('2026-11-21T13:00:00Z', 'exportou', {
      quem: desk.id,
      detalhes: { linhas: 3, colunas: ['nome_completo', 'cpf'] },
    });
    for (const conta of [desk.id, null, null])
      await line('2026-11-22T02:59:59Z', 'falha_de_login', {
        conta,
        detalhes: conta === null ? { ultima_da_hora: true } : {},
      });
    await line('2026-11-22T03:00:00Z', 'falha_de_login', { conta: desk.id });
    await server.database.query('delete from public.inscricoes_projeto where id = $1', [erased.id]);
    await server.database.query(
      `insert into private.apagamentos (inscricao_id, o_que, protocolo, motivo, apagado_em)
       values ($1, 'inscricao', $2, 'outro', '2026-11-20T15:00:00Z')`,
      [erased.id, erased.protocolo],
    );
  });

  test('lists who is affected, by what, by whom and when, in Brazilian days; erased people by their tombstone', async () => {
    const { code, printed } = await run(...PERIOD);
    expect(code).toBe(0);
    expect(printed).toContain('registro de acessos de 20/11/2026 a 21/11/2026');
    expect(printed).toContain('O registro confere.');
    expect(lineOf(printed, seen)).toBe(
      `  ${written(seen)}  ${seen.id}  documento baixado pelo link, viu ficha; por ${desk.email}, quem tinha o link; de 20/11/2026 00:00 a 20/11/2026 10:00`,
    );
    expect(lineOf(printed, erased)).toContain('inscrição apagada em 20/11/2026 12:00');
    expect(lineOf(printed, listed)).toBe(`  ${written(listed)}  ${listed.id}`);
    expect(lineOf(printed, later)).toBeUndefined();
    expect(printed).toContain('(o registro não diz quem apareceu): 1');
    expect(printed).toContain(`  21/11/2026 10:00  ${desk.email}: 3 linhas; Nome Completo, CPF`);
  });

  test('counts the sign-ins that failed, with and without an account, and says that not all were recorded', async () => {
    const { printed } = await run(...PERIOD);
    expect(printed).toContain('  e-mail que nenhuma conta tem: 2 ×, em 21/11/2026 23:59\n');
    expect(printed).toContain(`  ${desk.email}: 1 ×, em 21/11/2026 23:59\n`);
  });

  test('shows names only with --contatos, with a warning and without control characters', async () => {
    const without = await run(...PERIOD);
    expect(without.printed).not.toMatch(/Marcada|90000-0001|pessoa@example\.com/);
    const { printed } = await run(...PERIOD, '--contatos');
    expect(printed).toContain('ATENÇÃO: abaixo há nomes e contatos.');
    expect(printed).toContain(
      '      Pessoa [31mMarcada de Teste | responsável: Responsável de Teste, (62) 90000-0001 | (62) 90000-0000 | pessoa@example.com',
    );
    expect(printed).toContain('sem nome e contato aqui: foi apagada');
    expect(printed).not.toContain('\u001b');
  });

  test('is itself recorded, without a personal value', async () => {
    await run(...PERIOD, '--contatos');
    const shown = 'protocolo nome_completo telefone_whatsapp email nome_responsavel telefone_responsavel';
    expect((await auditEntries(server)).at(-1)).toEqual({
      ...{ acao: 'levantou_incidente', quem: null, conta: null, inscricao: null, protocolo: null },
      detalhes: { linhas: 3, colunas: shown.split(' '), de: 20261120, ate: 20261121 },
    });
    expect((await run(...PERIOD)).printed).toContain('O registro confere.');
  });

  test('drafts what ANPD asks for, with the day of the term', async () => {
    const { printed } = await run('--from', '20/11/2026', '--to', '21/11/2026', '--known', '2026-11-20');
    expect(printed).toContain('Prazo: 25/11/2026, 3 dias úteis depois de 20/11/2026');
    expect(printed).toContain('Feriados não entram na conta');
    expect(printed).toContain('Motivo da demora: não se aplica');
    expect(printed).toContain(
      'Pessoas afetadas: 3 (ficha ou documento vistos ou mudados: 2; só podem ter aparecido na lista ou numa planilha: 1); crianças até 11 anos: 0; adolescentes: 1; pessoas idosas: 1; sem idade aqui, já apagadas: 1',
    );
    expect(printed).toContain('planilha: Nome Completo, CPF');
    const late = await run(...PERIOD, '--known', '2026-11-02');
    expect(late.printed).toContain('Motivo da demora: [PREENCHER] (o prazo já passou)');
    expect((await run(...PERIOD)).printed).toContain('Prazo: 25/11/2026, 3 dias úteis depois de 21/11/2026');
  });

  test('an empty period is reported, and that nothing is known from before the first entry', async () => {
    const { code, printed } = await run('--from', '2020-01-01', '--to', '2020-01-02');
    expect(code).toBe(0);
    expect(printed).toContain('0 linhas no período.');
    expect(printed).toContain('ATENÇÃO: a linha mais antiga guardada é de ');
    expect(printed).toContain('QUEM FOI AFETADO: 0');
  });

  test('reports that reads are missing without our server', async () => {
    expect((await run(...PERIOD)).printed).not.toContain('Supabase');
    await server.database.query('alter schema servidor rename to outro');
    expect((await run(...PERIOD)).printed).toContain('no Supabase leituras não são anotadas');
    await server.database.query('alter schema outro rename to servidor');
  });

  test('reports that the chain is broken', async () => {
    await server.database.asOwner(async (tx) => {
      await tx.query('alter table private.auditoria disable trigger guardar_auditoria');
      await tx.query(`update private.auditoria set acao = 'saiu' where numero = 2`);
      await tx.query('alter table private.auditoria enable trigger guardar_auditoria');
    });
    expect((await run(...PERIOD)).printed).toContain('O REGISTRO NÃO CONFERE');
  });

  test.each([
    ['', 'Falta --from.'],
    ['--from 2026-11-20', 'Falta --to.'],
    ['--from 2026-11-21 --to 2026-11-20', '--to (20/11/2026) vem antes de --from (21/11/2026)'],
    ['--from 2026-02-30 --to 2026-03-01', '--from: «2026-02-30» não é um dia.'],
    ['--from ontem --to hoje', '--from: «ontem» não é um dia.'],
    ['--from 2026-11-22 --to 2026-11-23', '--from (22/11/2026) ainda não chegou.'],
    ['--from 2026-11-20 --to 2026-11-21 --known 2026-11-22', '--known (22/11/2026) ainda não chegou.'],
    ['2026-11-20 2026-11-21', 'Não entendi “2026-11-20 2026-11-21”.'],
  ])('"%s" is answered with what is wrong, and nothing is recorded', async (typed, said) => {
    const before = (await auditEntries(server)).length;
    const { code, printed } = await run(...(typed === '' ? [] : typed.split(' ')));
    expect([code, printed.startsWith(said)], printed).toEqual([2, true]);
    expect((await auditEntries(server)).length).toBe(before);
  });
});
