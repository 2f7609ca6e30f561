import { beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../domain/roles.ts';
import { addClass, auditEntries, enrolled, rpc } from '../support/desk.ts';
import { engines, serverForTests } from '../support/server.ts';
import { type SignedIn, signedIn } from '../support/sign-in.ts';

// What depends on more than the role (rights.test.ts): whose class, whose account, which reason, whose eyes.

const OTHER_ROLE = 'O seu papel não permite isto. Peça a alguém da direção.';

describe.each(engines)('on $name', (engine) => {
  const server = serverForTests(engine);
  const listed = (role: Role) => signedIn(server, { administrator: true, role });
  let people: Record<Role, SignedIn>;
  beforeAll(async () => {
    const [professor, secretaria] = [await listed('professor'), await listed('secretaria')];
    people = { professor, secretaria, direcao: await listed('direcao') };
  });
  const as = (role: Role, name: string, body: object = {}) => rpc(server, people[role].token, name, body);

  test('a professor reads the own active classes: without weight and height, with an entry of each person, and no other class', async () => {
    const { professor, secretaria } = people;
    const own = await addClass(server, 'Do Professor', { professor: professor.userId, vagas: 20 });
    const ended = await addClass(server, 'Que Acabou', { professor: professor.userId, ativa: false });
    const others = await addClass(server, 'De Outra Pessoa', { professor: secretaria.userId });
    const { id } = await enrolled(server, { condicao_medica: 'sim', condicao_medica_detalhes: 'asma' });
    await server.database.query(
      `update private.acompanhamentos set situacao = 'aprovada', turma_id = $2 where inscricao_id = $1`,
      [id, own],
    );
    const classes = async () => (await as('professor', 'minhas_turmas')).body;
    expect(await classes()).toMatchObject([{ id: own, nome: 'Do Professor', vagas: 20, alunos: 1 }]);

    const before = (await auditEntries(server)).length;
    const list = (turma: string, com_saude = true) => as('professor', 'lista_da_turma', { turma, com_saude });
    expect((await list(own)).body).toMatchObject([{ peso: null, altura: null, saude: 'asma' }]);
    expect((await list(own, false)).body).toMatchObject([{ peso: null, altura: null, saude: null }]);
    for (const turma of [ended, others])
      expect(await list(turma)).toMatchObject({ status: 403, body: { code: '42501', message: OTHER_ROLE } });
    const entry = { acao: 'imprimiu_turma', quem: professor.userId, inscricao: id };
    expect((await auditEntries(server)).slice(before)).toMatchObject([
      { ...entry, detalhes: { saude: true } },
      { ...entry, detalhes: { saude: false } },
    ]);

    await server.database.query('update private.turmas set professor = null where id = $1', [own]);
    expect([(await list(own)).status, await classes()]).toEqual([403, []]);
  });

  test('a direção gives roles, never their own, three an hour to do less, and of two who take away each other’s one stays', async () => {
    const give = async (by: SignedIn, to: SignedIn, papel: string) => {
      const { status, body } = await rpc(server, by.token, 'mudar_papel', { conta: to.userId, papel });
      return `${status} ${body?.message ?? ''}`;
    };
    const roleOf = async ({ token }: SignedIn) => (await rpc(server, token, 'meu_papel')).body;
    const [one, other] = [await listed('direcao'), await listed('direcao')];
    const third = await listed('secretaria');
    expect(await give(one, one, 'secretaria')).toMatch(/^400 .+ o próprio papel/);
    for (const role of ['chefe', '']) expect(await give(one, third, role)).toMatch(/^400/);
    for (const role of ['professor', 'direcao'])
      expect([await give(one, third, role), await roleOf(third)]).toEqual(['204 ', role]); // at once, in the open session

    const answers = await Promise.all([give(one, other, 'secretaria'), give(other, one, 'secretaria')]);
    expect(answers.sort()).toEqual(['204 ', `403 ${OTHER_ROLE}`]);
    expect([await roleOf(one), await roleOf(other)].sort()).toEqual(['direcao', 'secretaria']);

    const by = await listed('direcao');
    for (const said of [/^204/, /^204/, /^204/, /^400 .+ em uma hora você já tirou o acesso/])
      expect(await give(by, await listed('direcao'), 'professor')).toMatch(said); // counted with access taken away
  });

  test('what a note said before it was corrected is kept, and a direção alone reads it', async () => {
    const { id: inscricao } = await enrolled(server);
    const written = await as('secretaria', 'escrever_nota', { inscricao, texto: 'Ligou a mae' });
    for (const texto of ['Ligou a tia', 'Ligou a mãe'])
      await as('secretaria', 'corrigir_nota', { nota: written.body.notas[0].id, texto });
    for (const [role, before] of [
      ['direcao', ['Ligou a tia', 'Ligou a mae', null]],
      ['secretaria', [null, null, null]],
    ] as const) {
      const { historico } = (await as(role, 'acompanhamento', { inscricao })).body;
      expect(historico.map(({ motivo }: { motivo: string | null }) => motivo)).toEqual(before);
    }
  });

  test('a secretaria erases what a family asked for, and exports with a reason', async () => {
    const { id: inscricao, protocolo: confirmacao } = await enrolled(server);
    const erase = (motivo: string) =>
      as('secretaria', 'apagar_inscricao', { inscricao, confirmacao, motivo });
    for (const motivo of ['teste', 'repetida', 'outro', ''])
      expect(await erase(motivo)).toMatchObject({ status: 403, body: { message: OTHER_ROLE } });
    expect((await erase('pedido_da_familia')).status).toBe(200);

    const exported = (role: Role, motivo?: string) =>
      as(role, 'anotar_acesso', { acao: 'exportou', linhas: 1, colunas: ['rg'], motivo });
    const without = [
      await exported('secretaria'),
      await exported('secretaria', ''),
      await exported('direcao', 'x'),
    ];
    for (const { body } of without) expect(body.message).toBe('Escolha para que é a planilha.');
    expect((await exported('secretaria', 'turmas')).status).toBe(204);
    expect((await auditEntries(server)).at(-1)?.detalhes).toMatchObject({ motivo: 'turmas' });
  });
});
