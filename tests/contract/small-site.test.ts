import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { runAdmin } from '../../server/commands/admin.ts';
import type { Terminal } from '../../server/commands/command.ts';
import { retention } from '../../server/commands/retention.ts';
import { agedEnrolments } from '../support/aged-enrolments.ts';
import { auditEntries, enrolled, rpc } from '../support/desk.ts';
import { embedded, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';
import { ROOT } from '../support/sources.ts';

// The smallest site: one direção and 19 enrolments. What one session may erase is little, and whoever
// has come to that goes on by the owner's command, or a day later, and is never shut out.

const ENROLMENTS = 19;
/** The least that one person may erase in a day. */
const ROOM = 5;

describe.each(embedded)('a site with one direção and 19 enrolments on $name', (engine) => {
  const rows: Awaited<ReturnType<typeof enrolled>>[] = [];
  const server = serverForTests(engine);
  const direcao = forTests(() => signedIn(server, { administrator: true }));
  beforeAll(async () => {
    for (let at = 0; at < ENROLMENTS; at += 1) rows.push(await enrolled(server));
  });

  const { tamper } = agedEnrolments(() => server);
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
  const listed = async () => (await ask('contar_inscricoes', { filtro: {} })).body.total;
  const binned = async () => (await ask('apagadas_ha_pouco')).body as { inscricao: string }[];
  const bringAllBack = async () => {
    for (const { inscricao } of await binned()) await ask('devolver_apagada', { inscricao });
  };
  /** An owner's command; what it printed. */
  const asOwner = async (run: (terminal: Terminal) => Promise<number>) => {
    const said: string[] = [];
    const code = await run({ print: (line) => said.push(line), readPassword: async () => '' });
    return [code, said.join('\n')] as const;
  };
  const release = () =>
    asOwner((terminal) => retention.run(['--libera'], { ...server, environment: {}, terminal, today: '' }));
  const admin = (line: string) => asOwner((terminal) => runAdmin(line.split(' '), server.database, terminal));

  test('is not unprotected: without the password nothing goes, with it five that come back', async () => {
    const stolen = await signedIn(server, { administrator: true, signedInAt: Date.now() / 1000 - 3600 });
    for (const motivo of ['outro', 'pedido_da_familia']) expect(await eraseAll(motivo, stolen)).toBe(0);
    await server.database.query('delete from auth.users where id = $1', [stolen.userId]);

    expect(await eraseAll('outro')).toBe(ROOM);
    expect([await listed(), (await binned()).length]).toEqual([ENROLMENTS - ROOM, ROOM]);
    expect(await eraseAll('pedido_da_familia')).toBe(0); // which counts as well
    expect((await ask('freio_da_equipe')).body).toEqual({ apagou: ROOM });
    expect((await ask('liberar_freio_da_equipe')).body.message).toBe(
      'Você mesmo apagou ou tirou acessos. Peça a outra pessoa da direção, ou a quem cuida do site.',
    );
    const { id, protocolo } = rows.at(-1) as (typeof rows)[0];
    const asked = { inscricao: id, confirmacao: protocolo, motivo: 'outro' };
    const { message } = (await ask('apagar_inscricao', asked)).body;
    expect(message).toMatch(
      /^Nada foi apagado: em 24 horas você já apagou 5 inscrições\. Dá de novo a partir de .*, ou antes, se outra pessoa da direção liberar, ou quem cuida do site, com /,
    );
    const way = engine.hosted
      ? 'select private.liberar_equipe(); no SQL Editor'
      : 'npm run retention -- --libera';
    expect(message.endsWith(` com ${way}.`)).toBe(true);
  });

  test('is not locked: everything else goes on, what was erased comes back, and the owner’s command or a day gives room', async () => {
    const [first] = rows as [(typeof rows)[0]];
    await bringAllBack();
    expect([await listed(), await binned()]).toEqual([ENROLMENTS, []]);
    const { versao } = (await ask('acompanhamento', { inscricao: first.id })).body;
    const decided = await ask('mudar_situacao', { inscricao: first.id, versao, situacao: 'aprovada' });
    expect(decided.body).toMatchObject({ aplicada: true });

    expect(await eraseAll('outro')).toBe(0); // bringing back gives none
    expect(await release()).toEqual([
      0,
      'Liberado: a equipe pode apagar e tirar acessos outra vez, até o mesmo limite.',
    ]);
    expect((await auditEntries(server)).at(-1)).toMatchObject({ acao: 'liberou_equipe', quem: null });
    expect([await eraseAll('outro'), await eraseAll('outro')]).toEqual([ROOM, 0]);
    await tamper(`set momento = momento - interval '24 hours' where true`);
    await bringAllBack();
    expect(await eraseAll('outro')).toBe(ROOM);
    await bringAllBack();
    expect(await listed()).toBe(ENROLMENTS);
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
    expect((await admin(`role ${email} secretaria`))[0]).toBe(3);

    expect((await admin(`disable ${email}`))[1]).toContain(`enable ${email}`);
    expect((await ask('meu_papel')).body).toBe(null);
    expect((await admin(`enable ${email}`))[0]).toBe(0);
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
      'npm run retention -- --libera',
      'npm run admin -- disable E-MAIL',
      'npm run admin -- enable E-MAIL',
      'npm run admin -- password E-MAIL',
      'npm run admin -- role E-MAIL direcao',
      'npm run admin -- add E-MAIL',
    ])
      expect(handbook).toContain(`\`${command}\``);
  });
});
