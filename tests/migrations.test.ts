import { describe, expect, test } from 'vitest';
import { engines, openTestDatabase } from './house.ts';
import { ROW } from './people.ts';

describe.each(engines)('$name', (engine) => {
  test('an anonymous caller adds an enrolment and cannot read it back', async () => {
    const database = await openTestDatabase(engine);
    const anon = { role: 'anon', claims: { role: 'anon' } } as const;
    const columns = Object.keys(ROW);
    await database.as(anon, (tx) =>
      tx.query(
        `insert into public.inscricoes_projeto (${columns}) values (${columns.map((_, at) => `$${at + 1}`)})`,
        Object.values(ROW),
      ),
    );
    await expect(
      database.as(anon, (tx) => tx.query('select * from public.inscricoes_projeto')),
    ).rejects.toMatchObject({ code: '42501' });
    const { rows } = await database.query(
      'select nome_completo, idade, protocolo from public.inscricoes_projeto',
    );
    expect(rows).toEqual([{ nome_completo: 'Pessoa de Teste', idade: expect.any(Number), protocolo: null }]);
    await database.close();
  });
});
