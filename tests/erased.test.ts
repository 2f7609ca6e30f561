import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../server/app.ts';
import { readConfig } from '../server/core/config.ts';
import type { House } from '../server/core/house.ts';
import { openThrottles } from '../server/core/throttle.ts';
import { type Home, openHome } from '../server/home.ts';
import { sweep } from '../server/main.ts';
import { retain, retainDaily } from '../server/retention.ts';
import { auditLines, enrolled, rpc } from './desk.ts';
import { formOf, objectUrl, pdf } from './documents.ts';
import { engines, type OpenHouse, openHouse } from './house.ts';
import { signedIn } from './sign-in.ts';

// What was erased is nowhere: not in a row, not on the disk, not in PostgreSQL's
// own files. And how an administrator erases one enrolment.

const MARK = 'Zoroastro Apagado';

describe('after an enrolment was erased', () => {
  let dataDir: string;
  let home: Home;
  let house: OpenHouse;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'cc-erased-'));
    chmodSync(dataDir, 0o755);
    const config = readConfig({ DATA_DIR: dataDir, LIMITS: 'relaxed' });
    const log = pino({ level: 'silent' });
    home = await openHome(config, log);
    const documentsDir = join(dataDir, 'documents');
    mkdirSync(documentsDir);
    const inside: House = {
      ...home,
      config,
      log,
      documentsDir,
      throttles: openThrottles(home.database, 'relaxed'),
    };
    house = { ...inside, app: createApp(inside, new Map(), async () => true) } as unknown as OpenHouse;
  });
  afterAll(async () => {
    await home.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The files below the data folder, PostgreSQL's among them, that hold the text in any of its shapes. */
  const filesWith = (text: string) => {
    const shapes = [text, text.normalize('NFD'), text.replaceAll(' ', '_')].map((shape) =>
      Buffer.from(shape),
    );
    return readdirSync(dataDir, { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => shapes.some((shape) => readFileSync(file).includes(shape)));
  };

  test('its bytes are nowhere below the data folder, journal and statistics included; the others are whole', async () => {
    const admin = await signedIn(house, { administrator: true });
    const bytes = new TextEncoder().encode(`%PDF-1.4\n% ${MARK} no documento\n%%EOF`);
    const marked = (at: number) => ({
      nome_completo: `${MARK} ${at}`,
      condicao_medica: 'sim',
      condicao_medica_detalhes: `${MARK} ${'precisa de cuidado. '.repeat(150)}`, // long enough to be kept aside
      telefone_responsavel: at % 2 ? null : '62900000001',
      endereco_completo: `Rua ${MARK}, 1`,
    });
    const rows = [];
    for (let at = 0; at < 12; at += 1) rows.push(await enrolled(house, marked(at), bytes));
    const others = [];
    for (let at = 0; at < 12; at += 1)
      others.push(await enrolled(house, { nome_completo: `Pessoa que Fica ${at}` }));
    await home.database.housekeeping(['analyze', 'checkpoint']);
    expect(filesWith(MARK).length).toBeGreaterThan(12); // the documents, the table, the journal: the search finds what is there

    // Half by hand, half by time.
    await home.database.query(
      `update public.inscricoes_projeto set created_at = now() - interval '31 days' where telefone_responsavel is null`,
    );
    for (const [at, row] of rows.entries()) {
      if (at % 2) continue;
      const body = { inscricao: row.id, confirmacao: row.protocolo, motivo: 'pedido_da_familia' };
      expect(await rpc(house, admin.token, 'apagar_inscricao', body)).toEqual({ status: 200, body: row.key });
    }
    expect(await retain(house)).toEqual({ inscricoes: 6, documentos: 0, envios: 12 });

    expect(filesWith(MARK)).toEqual([]);
    for (const { id } of rows) expect(JSON.stringify(await auditLines(house))).toContain(id);
    const { rows: left } = await home.database.query<{ count: string }>(
      `select count(*) from public.inscricoes_projeto where nome_completo like 'Pessoa que Fica%'`,
    );
    expect(left).toEqual([{ count: '12' }]);
    expect(readdirSync(house.documentsDir).length).toBe(12);
    expect(realpathSync(dataDir)).toBeTruthy();
  });

  test('the name of a document that nobody claimed is nowhere after the next run', async () => {
    const name = 'zuleide-apagada.pdf';
    const key = `public/${randomUUID()}_${name}`;
    await retainDaily(house); // today's run was already
    const sent = await house.app.request(objectUrl(key), {
      method: 'POST',
      body: formOf(pdf()),
      headers: { authorization: `Bearer ${house.keys.anonKey}` },
    });
    expect(sent.status).toBe(200);
    await home.database.query(
      `update storage.objects set created_at = now() - interval '25 hours' where name = $1`,
      [key],
    );
    await sweep(house);
    const { rows: left } = await home.database.query('select from storage.objects where name = $1', [key]);
    expect([left, (await auditLines(house)).at(-1)?.acao]).toEqual([[], 'apagou_documento_pelo_prazo']);
    await home.database.housekeeping(['checkpoint']);
    expect(filesWith(name)).not.toEqual([]);
    expect(await retain(house)).toEqual({ inscricoes: 0, documentos: 0, envios: 1 });
    expect(filesWith(name)).toEqual([]);
  });
});

describe.each(engines)('erasing one enrolment by hand on $name', (engine) => {
  let house: OpenHouse;
  let token: string;
  beforeAll(async () => {
    house = await openHouse(engine);
    token = (await signedIn(house, { administrator: true })).token;
  });
  afterAll(() => house.close());

  const erase = (body: object) => rpc(house, token, 'apagar_inscricao', body);
  const isThere = async (id: string) =>
    (await house.database.query('select from public.inscricoes_projeto where id = $1', [id])).rowCount === 1;

  test('takes the protocol as people write it, the row, its consent and its claim on the document', async () => {
    const { id, protocolo, key } = await enrolled(house);
    const confirmacao = ` ${protocolo.slice(0, 4)}-${protocolo.slice(4)} `;
    expect(await erase({ inscricao: id, confirmacao, motivo: 'repetida' })).toEqual({
      status: 200,
      body: key,
    });
    const { rows } = await house.database.query(
      `select (select count(*)::integer from private.consentimentos where inscricao_id = $1) as consent,
         private.documento_em_uso($2) as claimed`,
      [id, key],
    );
    expect([await isThere(id), rows]).toEqual([false, [{ consent: 0, claimed: false }]]);
    const removed = await house.app.request(`/storage/v1/object/cadastro_unico_uploads`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ prefixes: [key] }),
    });
    expect(((await removed.json()) as unknown[]).length).toBe(1);
    expect((await auditLines(house)).slice(-2)).toMatchObject([
      { acao: 'apagou', inscricao: id, protocolo, detalhes: { motivo: 'repetida' } },
      { acao: 'apagou_documento', protocolo },
    ]);
    expect((await erase({ inscricao: id, confirmacao, motivo: 'repetida' })).body.message).toBe(
      'Esta inscrição não existe mais. Pode ter sido apagada.',
    );
  });

  test.each([
    ['another protocol', { confirmacao: '0000-0000' }, 'O protocolo não confere. Digite o desta inscrição.'],
    ['nothing typed', { confirmacao: '' }, 'O protocolo não confere. Digite o desta inscrição.'],
    ['no reason', { motivo: '' }, 'Escolha o motivo.'],
    ['a reason of its own', { motivo: 'porque sim' }, 'Escolha o motivo.'],
    ['a rule’s reason', { motivo: 'espera' }, 'Escolha o motivo.'],
  ])('%s erases nothing', async (_what, change, message) => {
    const { id, protocolo } = await enrolled(house);
    const lines = (await auditLines(house)).length;
    const answer = await erase({ inscricao: id, confirmacao: protocolo, motivo: 'teste', ...change });
    expect([answer.status, answer.body.message, await isThere(id)]).toEqual([400, message, true]);
    expect((await auditLines(house)).length).toBe(lines);
  });

  test('an enrolment without a protocol asks for the word', async () => {
    const { id } = await enrolled(house);
    await house.database.query(
      'update public.inscricoes_projeto set cadastro_unico_url = null where id = $1',
      [id],
    );
    const answer = await erase({ inscricao: id, confirmacao: '', motivo: 'teste' });
    expect(answer.body.message).toBe('Digite APAGAR para confirmar.');
    expect(await erase({ inscricao: id, confirmacao: 'apagar', motivo: 'teste' })).toEqual({
      status: 200,
      body: null,
    });
  });

  test('nobody erases rows directly, an administrator neither', async () => {
    const { id } = await enrolled(house);
    const answer = await house.app.request(`/rest/v1/inscricoes_projeto?id=eq.${id}`, {
      method: 'DELETE',
      headers: { apikey: house.keys.anonKey, Authorization: `Bearer ${token}` },
    });
    expect([answer.status, await isThere(id)]).toEqual([403, true]);
  });
});
