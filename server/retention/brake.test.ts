import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { agedEnrolments } from '../../tests/support/aged-enrolments.ts';
import { embedded, serverForTests } from '../../tests/support/server.ts';
import { watchBrake } from './brake.ts';
import { retainDaily } from './retention.ts';

// When a run waits: tests/database/brake.test.ts. What the hourly clean-up leaves alone: tests/process/brake.test.ts.
describe.each(embedded)('a run that waits on $name', (engine) => {
  const server = serverForTests(engine);
  beforeEach(async () => {
    await server.database.query('delete from public.inscricoes_projeto');
    await server.database.query('delete from private.freio');
    await server.database.query(`select private.anotar('retencao')`);
    server.lines.length = 0;
  });

  const { row, many, rows, ranAgo } = agedEnrolments(() => server);

  test('a run in the future is not today’s: when that clock was wrong, the day has its run', async () => {
    const { id } = await row('nao-aprovada', '7 months');
    await ranAgo('-400 days');
    await retainDaily(server);
    expect(await rows()).toEqual([id]);
    await server.database.query('select private.soltar_freio()');
    await retainDaily(server);
    expect(await rows()).toEqual([]);
  });

  test('the log has one line for each start and reason, without a person', async () => {
    const nome_completo = `Pessoa Parada ${randomUUID()}`;
    await row(null, '2 days', { nome_completo });
    await ranAgo('5 days');
    const watch = watchBrake(server);
    for (let hour = 0; hour < 3; hour += 1) await watch.check();
    const logged = () => server.lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(logged()).toMatchObject([{ reason: 'relogio', enrolments: 0, ofEnrolments: 1 }]);
    await ranAgo('1 day');
    expect(await watch.check()).toBe(null);
    await many(25, 'nao-aprovada', '7 months');
    for (let hour = 0; hour < 3; hour += 1) await watch.check();
    expect(logged().map(({ reason }) => reason)).toEqual(['relogio', 'muitas']);
    await watchBrake(server).check(); // another start
    expect(logged()).toHaveLength(3);
    expect(server.lines.join()).not.toContain(nome_completo);
  });
});
