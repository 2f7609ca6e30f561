import { beforeAll, describe, expect, test } from 'vitest';
import { FIELDS } from '../../domain/enrolment/fields.ts';
import { type ApiFunction, FUNCTIONS, type FunctionName, isOfTheDesk } from '../../domain/functions.ts';
import { mayDo, type Role } from '../../domain/roles.ts';
import { addClass, auditEntries, DESK_CALLS, enrolled, get, rpc } from '../support/desk.ts';
import { ROW } from '../support/people.ts';
import { engines, serverForTests } from '../support/server.ts';
import { callerOf, type SignedIn, signedIn } from '../support/sign-in.ts';

// Who × what → answer, for everything that the desk may do: functions here, documents in
// server/storage/access.test.ts by the same roles. Nobody without a role gets anything, a professor
// the own classes, and what the others get is the same in the database.

const PEOPLE = [
  'visitor',
  'stranger',
  'disabled',
  'signed out',
  'reused token',
  'professor',
  'secretaria',
  'direcao',
  'direcao, an hour ago',
] as const;
const WITHOUT = PEOPLE.slice(0, -3);
type Who = (typeof PEOPLE)[number];

/** What cannot be taken back, or families read: whoever signed in an hour ago is asked for the password. */
const WITH_PASSWORD = [
  'recolher_enxurrada',
  'apagar_inscricao',
  'confirmar_dia',
  'reverter_correcoes',
  'devolver_tudo',
  'encerrar_turma',
  'salvar_turma',
  'mudar_acesso',
  'mudar_ajuste',
  'mudar_papel',
];

const OTHER_ROLE = 'O seu papel não permite isto. Peça a alguém da direção.';

describe.each(engines)('the desk’s functions on $name', (engine) => {
  let people: Partial<Record<Who, SignedIn>>;
  const tokenOf = (who: Who) => people[who]?.token ?? server.keys.anonKey;

  const server = serverForTests(engine);
  beforeAll(async () => {
    const listed = (role: Role) => signedIn(server, { administrator: true, role });
    people = {
      stranger: await signedIn(server, { administrator: false }),
      disabled: await listed('direcao'),
      'signed out': await listed('direcao'),
      'reused token': await listed('direcao'),
      professor: await listed('professor'),
      secretaria: await listed('secretaria'),
      direcao: await listed('direcao'),
      'direcao, an hour ago': await signedIn(server, {
        administrator: true,
        signedInAt: Date.now() / 1000 - 3600,
      }),
    };
    for (const [who, sql] of [
      ['disabled', 'update private.administradores set desativado_em = now() where user_id = $1'],
      ['signed out', 'delete from auth.sessions where user_id = $1'],
      ['reused token', 'update auth.refresh_tokens set revoked = true where user_id = $1'],
    ] as const)
      await server.database.query(sql, [people[who]?.userId]);
    await enrolled(server, { idade: 14, telefone_responsavel: null });
    await server.database.query(`select private.encerrar_prazos(1, 0, 0)`); // so that there is something to see
  });

  test.each(
    Object.entries(DESK_CALLS).flatMap(([name, [body, direcao, secretaria, professor = 403]]) =>
      PEOPLE.map((who) => {
        const later = WITH_PASSWORD.includes(name) ? 403 : direcao;
        const status =
          { direcao, secretaria, professor, 'direcao, an hour ago': later }[who as string] ?? 403;
        return [who, name, body, status] as const;
      }),
    ),
  )('%s calls %s', async (who, name, body, status) => {
    const before = (await auditEntries(server)).length;
    const answer = await rpc(server, tokenOf(who), name, body);
    if (who === 'visitor') {
      expect(answer.status).toBe(engine.hosted ? 401 : 404); // what is not theirs to call has no name with us
    } else {
      expect(answer.status).toBe(status);
      if (status === 403) {
        const message =
          {
            secretaria: OTHER_ROLE,
            professor: OTHER_ROLE,
            'direcao, an hour ago': 'Confirme com a sua senha.',
          }[who as string] ?? 'Sem permissão.';
        expect(answer.body).toMatchObject({ code: '42501', message });
      }
    }
    if (![200, 204].includes(status)) expect((await auditEntries(server)).length).toBe(before);
  });

  test.each(WITHOUT)(
    '%s sees no enrolment, no document and no list of them, and leaves no line',
    async (who) => {
      const { path } = await enrolled(server);
      const before = (await auditEntries(server)).length;
      const rows = await get(server, tokenOf(who), '/rest/v1/inscricoes_projeto?select=*');
      expect(await rows.json()).toEqual(who === 'visitor' ? expect.objectContaining({ code: '42501' }) : []);
      const link = await get(server, tokenOf(who), path, { body: { expiresIn: 60 } });
      expect(await link.json()).toMatchObject({ code: 'NoSuchKey' });
      expect((await auditEntries(server)).length).toBe(before);
    },
  );

  test.each(['secretaria', 'direcao'] as const)('%s reads every column and opens documents', async (who) => {
    const { id, path } = await enrolled(server);
    const rows = await get(server, tokenOf(who), `/rest/v1/inscricoes_projeto?select=*&id=eq.${id}`);
    const columns = ['id', 'created_at', 'protocolo', ...FIELDS.map(({ column }) => column)];
    expect(Object.keys((await rows.json())[0]).sort()).toEqual(columns.sort());
    const link = await get(server, tokenOf(who), path, { body: { expiresIn: 60 } });
    expect(link.status).toBe(200);
  });

  test('a professor’s token reads no row of any table or view', async () => {
    const professor = callerOf(people.professor as SignedIn);
    const relations: { name: string; granted: boolean }[] =
      await server.rows(`select c.oid::regclass::text as name, has_table_privilege('authenticated', c.oid, 'select')
         and has_schema_privilege('authenticated', c.relnamespace, 'usage') as granted
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind in ('r', 'p', 'v', 'm') and n.nspname in ('public', 'private', 'auth', 'storage', 'servidor')`);
    expect(relations.length).toBeGreaterThan(20);
    for (const { name, granted } of relations) {
      const read = server.database.as(professor, (tx) => tx.query(`select from ${name}`));
      if (granted) expect([name, (await read).rowCount]).toEqual([name, 0]);
      else await expect(read, name).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('a professor reads the own active classes: named columns, with an entry of each person, and no other class', async () => {
    const teacher = people.professor as SignedIn;
    const own = await addClass(server, 'Do Professor', { professor: teacher.userId, vagas: 20 });
    const ended = await addClass(server, 'Que Acabou', { professor: teacher.userId, ativa: false });
    const others = await addClass(server, 'De Outra Pessoa', {
      professor: people.secretaria?.userId as string,
    });
    const ids: string[] = [];
    for (const [at, turma] of [own, ended, others].entries()) {
      const answers = {
        nome_completo: `Da Turma ${at}`,
        condicao_medica: 'sim',
        condicao_medica_detalhes: 'asma',
      };
      const { id } = await enrolled(server, answers);
      ids.push(id);
      await server.database.query(
        `update private.acompanhamentos set situacao = 'aprovada', turma_id = $2 where inscricao_id = $1`,
        [id, turma],
      );
    }
    const list = (turma: string, com_saude = true, who: Who = 'professor') =>
      rpc(server, tokenOf(who), 'folha_da_turma', { turma, com_saude });
    expect((await rpc(server, teacher.token, 'turmas_do_professor')).body).toEqual([
      {
        ...{
          id: own,
          name: 'Do Professor',
          modality: null,
          days: null,
          time: null,
          places: 20,
          pupils: 1,
        },
      },
    ]);
    const before = (await auditEntries(server)).length;
    const person = {
      ...{ nomeCompleto: 'Da Turma 0', idade: expect.any(Number), peso: null, altura: null, health: 'asma' },
      ...{ nomeResponsavel: ROW.nome_responsavel, telefoneResponsavel: ROW.telefone_responsavel },
      ...{ contatoRecados: ROW.contato_recados ?? null, telefoneWhatsapp: ROW.telefone_whatsapp, newPhone: null },
      isUnconfirmed: false,
    };
    expect((await list(own)).body).toEqual([person]);
    expect((await list(own, false)).body).toEqual([{ ...person, health: null }]);
    expect((await auditEntries(server)).slice(before)).toMatchObject(
      [true, false].map((saude) => ({
        ...{ acao: 'imprimiu_turma', quem: teacher.userId, inscricao: ids[0], detalhes: { saude } },
      })),
    );
    for (const turma of [ended, others])
      expect(await list(turma)).toMatchObject({ status: 403, body: { code: '42501', message: OTHER_ROLE } });
    expect((await list(others, true, 'secretaria')).body).toMatchObject([{ peso: ROW.peso, health: 'asma' }]);
    expect((await auditEntries(server)).length).toBe(before + 3);

    await server.database.query('update private.turmas set professor = null where id = $1', [own]);
    expect((await list(own)).status).toBe(403);
    expect((await rpc(server, teacher.token, 'turmas_do_professor')).body).toEqual([]);
  });

  test('a direção gives roles, never their own, and of two who take away each other’s one stays', async () => {
    const [one, other, third] = await Promise.all(
      (['direcao', 'direcao', 'secretaria'] as const).map((role) =>
        signedIn(server, { administrator: true, role }),
      ),
    );
    const give = async (by = one, to = other, papel = 'secretaria') => {
      const { status, body } = await rpc(server, by?.token ?? '', 'mudar_papel', {
        conta: to?.userId,
        papel,
      });
      return [status, body?.message];
    };
    const roleOf = async (who = one) => (await rpc(server, who?.token ?? '', 'meu_papel')).body;
    expect(await give(one, one)).toEqual([400, expect.stringContaining('o próprio papel')]);
    expect(await give(third, one)).toEqual([403, OTHER_ROLE]);
    for (const role of ['chefe', '']) expect((await give(one, third, role))[0]).toBe(400);
    expect((await give(one, third, 'professor'))[0]).toBe(204);
    expect(await roleOf(third)).toBe('professor');
    expect((await give(one, third, 'direcao'))[0]).toBe(204);
    expect(await roleOf(third)).toBe('direcao'); // at once, in the open session
    const answers = await Promise.all([give(one, other), give(other, one)]);
    expect(answers.map(([status]) => status).sort()).toEqual([204, 403]);
    expect([await roleOf(one), await roleOf(other)].sort()).toEqual(['direcao', 'secretaria']);
    const stays = answers[0]?.[0] === 204 ? one : other;
    expect((await give(stays, third))[0]).toBe(204);
    for (const again of [third, stays === one ? other : one])
      expect((await give(stays, again, 'direcao'))[0]).toBe(204);
    expect((await give(stays, third))[0]).toBe(204);
    const lost = stays === one ? other : one;
    await server.database.query(
      `update private.administradores set papel_desde = '-infinity' where user_id = $1`, // of this week's any number
      [lost?.userId],
    );
    expect(await give(stays, lost)).toEqual([
      400,
      expect.stringContaining('em uma hora você já tirou o acesso'), // as taking access away
    ]);
    const { acao, conta, detalhes } = (await auditEntries(server)).at(-1) ?? {};
    expect([acao, conta, detalhes]).toEqual(['tirou_acesso', third?.userId, { papel: 'direcao' }]);
  });

  test('what a note said before it was corrected is kept, and a direção alone reads it', async () => {
    const { id } = await enrolled(server);
    const as = async (who: Who, name: string, body: object) =>
      (await rpc(server, tokenOf(who), name, body)).body;
    const written = await as('secretaria', 'nova_nota', { inscricao: id, texto: 'Ligou a mae' });
    const nota = written.notas[0].id;
    for (const texto of ['Ligou a tia', 'Ligou a mãe'])
      expect(await as('secretaria', 'mudar_nota', { nota, texto })).toMatchObject({
        notas: [{ texto }],
        historico: expect.arrayContaining([
          expect.objectContaining({ acao: 'nota-corrigida', motivo: null }),
        ]),
      });
    for (const [who, before] of [
      ['direcao', ['Ligou a tia', 'Ligou a mae', null]],
      ['secretaria', [null, null, null]],
    ] as const) {
      const { historico } = await as(who, 'ficha', { inscricao: id });
      expect(historico.map(({ motivo }: { motivo: string | null }) => motivo)).toEqual(before);
    }
  });

  test('a secretaria erases what a family asked for, and exports with a reason', async () => {
    const one = await enrolled(server);
    const erase = (motivo: string) =>
      rpc(server, tokenOf('secretaria'), 'apagar_inscricao', {
        inscricao: one.id,
        confirmacao: one.protocolo,
        motivo,
      });
    for (const motivo of ['teste', 'repetida', 'outro', ''])
      expect(await erase(motivo)).toMatchObject({ status: 403, body: { message: OTHER_ROLE } });
    expect((await erase('pedido_da_familia')).status).toBe(200);

    const exported = (who: Who, motivo?: string) =>
      rpc(server, tokenOf(who), 'anotar_acesso', { acao: 'exportou', linhas: 1, colunas: ['rg'], motivo });
    for (const motivo of [undefined, '', 'porque sim'])
      expect((await exported('secretaria', motivo)).body.message).toBe('Escolha para que é a planilha.');
    expect((await exported('direcao', 'porque sim')).body.message).toBe('Escolha para que é a planilha.');
    for (const who of ['secretaria', 'direcao'] as const)
      expect((await exported(who, 'turmas')).status).toBe(204);
    expect((await auditEntries(server)).at(-1)?.detalhes).toMatchObject({ motivo: 'turmas' });
  });

  test.each([
    'private.auditoria',
    'private.auditoria_pontas',
    'private.apagamentos',
    'private.prazos',
    'private.decisoes',
    'private.copias',
    'private.freio',
    'private.origens',
    'private.documentos_novos',
    'private.correcoes',
    'private.pedidos',
    'private.cpf_errados',
    'private.chegadas',
    'private.chave_dos_enderecos',
    'private.tentativas',
    'private.links',
    'private.administradores',
    'private.turmas',
    'private.atos',
  ])('nobody reads or writes %s by SQL either', async (table) => {
    for (const role of ['anon', 'authenticated'] as const)
      for (const sql of [`select from ${table}`, `delete from ${table} where true`])
        await expect(
          server.database.as({ role, claims: { role } }, (tx) => tx.query(sql)),
        ).rejects.toMatchObject({ code: '42501' });
  });
});

test('what the table of functions allows a role is what the matrix says of it', () => {
  const ofTheDesk = Object.entries(FUNCTIONS).flatMap(([name, fn]) => (isOfTheDesk(fn) ? [name] : []));
  expect(Object.keys(DESK_CALLS).sort()).toEqual(ofTheDesk.sort());
  const wrong = Object.entries(DESK_CALLS).flatMap(([name, [, ...statuses]]) => {
    const { allowedTo } = FUNCTIONS[name as FunctionName] as ApiFunction;
    if (name === 'apagar_inscricao') return []; // by its reason: above
    const roles = (['direcao', 'secretaria', 'professor'] as const).filter(
      (role) => role !== 'professor' || name !== 'folha_da_turma', // by its class: above
    );
    return roles.filter((role, at) => mayDo(role, allowedTo as never) !== ((statuses[at] ?? 403) !== 403));
  });
  expect(wrong).toEqual([]);
});
