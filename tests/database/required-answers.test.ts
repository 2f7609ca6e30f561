import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { todayInBrazil } from '../../domain/dates.ts';
import { EMPTY_ENROLMENT, findProblems } from '../../domain/enrolment/enrolment.ts';
import type { Rules } from '../../domain/enrolment/rules.ts';
import { formSettings } from '../../server/form-settings.ts';
import { insertOf, ROW } from '../support/people.ts';
import { engines, openTestDatabase } from '../support/server.ts';

// What a setting requires, in the form and in the database alike.

const anon = { role: 'anon', claims: { role: 'anon' } } as const;
const ADDRESS = 'http://casa.test/storage/v1/object/public/cadastro_unico_uploads/';

describe.each(engines)('$name', (engine) => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  const insert = (changes: Record<string, unknown>) =>
    database.as(anon, (tx) => tx.query(...insertOf({ ...ROW, ...changes })));
  const document = async (path: string) => {
    await database.query(
      `insert into storage.objects (bucket_id, name) values ('cadastro_unico_uploads', $1)`,
      [path],
    );
    return ADDRESS + encodeURI(path);
  };

  test('the database takes an enrolment without an e-mail where the form does, and no blank or broken one', async () => {
    const rules = async () => (await formSettings(database)()).regras as Rules;
    for (const required of [true, false]) {
      await database.query('update private.configuracao set email_obrigatorio = $1', [required]);
      for (const email of [null, '', ' ', 'sem arroba', 'pessoa@example.com']) {
        const stopped = findProblems(
          { ...EMPTY_ENROLMENT, email: email ?? '' },
          todayInBrazil(),
          await rules(),
        ).some(({ field }) => field === 'email');
        // what the form finds blank it sends as null
        const row = { email: email?.trim() || null };
        const refused = await insert(row).then(
          () => null,
          (error: { code: string; column?: string; constraint?: string }) => error,
        );
        expect([required, email, refused !== null]).toEqual([required, email, stopped]);
        if (row.email === null && required)
          expect(refused).toMatchObject({ code: '23502', column: 'email', table: 'inscricoes_projeto' });
      }
      for (const email of ['', ' '])
        await expect(insert({ email })).rejects.toMatchObject({
          constraint: 'inscricoes_projeto_email_check',
        });
    }
    await database.query('update private.configuracao set email_obrigatorio = default');
  });

  test('a row that is stored is answered as stored, whatever is required since', async () => {
    const cadastro_unico_url = await document(`public/${randomUUID()}_a.pdf`);
    const sent = {
      cadastro_unico_url,
      email: null,
      cpf: '529.982.247-26',
      nome_responsavel: null,
      telefone_responsavel: null,
    };
    await database.query('update private.configuracao set email_obrigatorio = false');
    await insert(sent);
    for (const changed of [
      'email_obrigatorio = true',
      'validacao_estrita = true',
      'responsavel_obrigatorio = true',
    ]) {
      await database.query(
        `update private.configuracao set email_obrigatorio = false, validacao_estrita = false, responsavel_obrigatorio = false`,
      );
      await database.query(`update private.configuracao set ${changed}`);
      await expect(insert(sent)).rejects.toMatchObject({ code: '23505' });
      await expect(insert({ ...sent, cadastro_unico_url: null })).rejects.toMatchObject({
        code: expect.stringMatching(/^235(02|14)$/),
      });
    }
    await database.query(
      'update private.configuracao set email_obrigatorio = default, validacao_estrita = default, responsavel_obrigatorio = default',
    );
  });
});
