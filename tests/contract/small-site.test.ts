import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { admin } from '../../server/commands/admin.ts';
import { runOn } from '../support/copies.ts';
import { enrolled, rpc } from '../support/desk.ts';
import { embedded, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';
import { ROOT } from '../support/sources.ts';

// The smallest site: one direção and 19 enrolments.

const ENROLMENTS = 19;

describe.each(embedded)('a site with one direção and 19 enrolments on $name', (engine) => {
  const rows: Awaited<ReturnType<typeof enrolled>>[] = [];
  const server = serverForTests(engine);
  const direcao = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    for (let at = 0; at < ENROLMENTS; at += 1) rows.push(await enrolled(server));
  });

  const ask = (name: string, body: object = {}, { token } = direcao) => rpc(server, token, name, body);
  /** Asks for all of them one after the other; how many go. */
  const eraseAll = async (motivo: string, who = direcao) => {
    const statuses = [];
    for (const { id, protocolo } of rows)
      statuses.push(
        (await ask('apagar_inscricao', { inscricao: id, confirmacao: protocolo, motivo }, who)).status,
      );
    return statuses.filter((status) => status === 200).length;
  };
  const listed = async () => (await ask('contagem_de_inscricoes', { filtro: {} })).body.total;
  const binned = async () => (await ask('lista_da_lixeira')).body as { enrolment: string }[];
  /** The owner's command; its exit code and what it printed. */
  const asOwner = async (line: string) => {
    const { code, lines } = await runOn(server, admin, line.split(' '));
    return [code, lines.join('\n')] as const;
  };

  test('is not unprotected: without the password nothing goes, with it all comes back', async () => {
    const stolen = await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 3600 });
    for (const motivo of ['outro', 'pedido_da_familia']) expect(await eraseAll(motivo, stolen)).toBe(0);
    await server.database.query('delete from auth.users where id = $1', [stolen.userId]);

    expect(await eraseAll('pedido_da_familia')).toBe(ENROLMENTS);
    expect([await listed(), (await binned()).length]).toEqual([0, ENROLMENTS]);
    expect((await ask('alerta_da_equipe')).body).toEqual({ erased: ENROLMENTS });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    expect((await ask('devolver_tudo', { conta: direcao.userId, desde: since })).body).toEqual({
      enrolments: ENROLMENTS,
      more: false,
    });
    expect([await listed(), await binned()]).toEqual([ENROLMENTS, []]);
  });

  test('is never without a direção by its page, and by the owner’s command only until the next one', async () => {
    const { userId: conta, email } = direcao;
    expect((await ask('mudar_acesso', { conta, com_acesso: false })).body.message).toMatch(
      /o próprio acesso/,
    );
    expect((await ask('mudar_papel', { conta, papel: 'secretaria' })).body.message).toMatch(
      /o próprio papel/,
    );
    expect((await ask('meu_papel')).body).toBe('direcao');
    expect((await asOwner(`role ${email} secretaria`))[0]).toBe(3);

    expect((await asOwner(`disable ${email}`))[1]).toContain(`enable ${email}`);
    expect((await ask('meu_papel')).body).toBe(null);
    expect((await asOwner(`enable ${email}`))[0]).toBe(0);
    expect(
      await server.rows(
        `select papel from private.administradores where user_id = $1 and desativado_em is null`,
        conta,
      ),
    ).toEqual([{ papel: 'direcao' }]);
  });

  test('has its owner’s commands in the handbook', () => {
    const handbook = readFileSync(join(ROOT, 'docs/operar.md'), 'utf8');
    for (const command of [
      'npm run admin -- disable E-MAIL',
      'npm run admin -- enable E-MAIL',
      'npm run admin -- password E-MAIL',
      'npm run admin -- role E-MAIL direcao',
      'npm run admin -- add E-MAIL direcao',
    ])
      expect(handbook).toContain(`\`${command}\``);
  });
});
