import { createHash } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { schedule } from '../../content/home.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import { DOCUMENT_BUCKET, documentPathOf } from '../../domain/document/document.ts';
import { cpfMatches } from '../../domain/enrolment/cpf.ts';
import { classInWords } from '../../domain/timetable.ts';
import { runOn } from '../../tests/support/copies.ts';
import { rpc, uploaded } from '../../tests/support/desk.ts';
import { enrol } from '../../tests/support/documents.ts';
import { ROW } from '../../tests/support/people.ts';
import { embedded, forTests, serverForTests } from '../../tests/support/server.ts';
import { signedIn } from '../../tests/support/sign-in.ts';
import { openPools } from '../core/database.ts';
import { PUBLISHED_CPFS } from '../demo/names.ts';
import { addPeople } from '../demo/people.ts';
import { DOCUMENTS } from '../demo/sample-documents.ts';
import { retain } from '../retention/retention.ts';
import { demoData } from './demo-data.ts';

type Seen = {
  id: string;
  created_at: Date;
  nome_completo: string;
  cpf: string;
  email: string;
  endereco_completo: string;
  telefone_whatsapp: string;
  telefone_responsavel: string | null;
  cadastro_unico_url: string;
  situacao: keyof typeof SITUATIONS;
  turma: string | null;
  a_avisar: boolean;
  repetida: boolean;
  pedidos: string[];
  novos: string[];
};

type Metadata = { eTag?: string; conteudoAtivo?: unknown };

describe.each(embedded)('npm run demo:data, $name', (engine) => {
  const server = serverForTests(engine);
  const admin = forTests(() => signedIn(server, { administrator: true }));

  /** Runs the command as `npm run demo:data -- <line>`. */
  const run = async (...args: string[]) => {
    const { code, lines } = await runOn(server, demoData, args);
    return { code, printed: lines.join('\n') };
  };

  /** How many rows each table has, and how many files the folder of documents. */
  const everything = async () => {
    const tables: { name: string }[] =
      await server.rows(`select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'private', 'storage') order by 1`);
    const rows: Record<string, number> = {};
    for (const { name } of tables) {
      const count = await server.value<number>(`select count(*)::integer as count from ${name}`);
      rows[name] = count ?? -1;
    }
    rows.files = readdirSync(server.documentsDir).length;
    return rows;
  };

  /** Everybody, the newest first. */
  const list = async () => {
    return server.rows<Seen>(`select i.id, i.created_at, i.nome_completo, i.cpf, i.email, i.endereco_completo, i.telefone_whatsapp,
         i.telefone_responsavel, i.cadastro_unico_url,
         a.situacao, (select private.turma_em_palavras(t) from private.turmas t where t.id = a.turma_id) as turma, a.a_avisar, exists (select from private.semelhantes(a.inscricao_id, a.semelhancas)) as repetida,
         array(select p.tipo from private.pedidos p where p.inscricao_id = i.id and p.respondido_em is null) as pedidos,
         array(select d.endereco from private.documentos_novos d where d.inscricao_id = i.id) as novos
       from public.inscricoes_projeto i join private.acompanhamentos a on a.inscricao_id = i.id
       order by i.created_at desc`);
  };

  /** The project's classes of the timetable. */
  const CLASSES = schedule.slice(0, 3).map(classInWords);

  describe('without a number', () => {
    let before: Awaited<ReturnType<typeof everything>>;
    let people: Seen[];
    beforeAll(async () => {
      before = await everything();
      expect(await run()).toEqual({
        code: 0,
        printed:
          '60 inscrições de demonstração, cada uma com seu documento\n' +
          'A secretaria as vê como as outras. Antes da primeira família, tire-as: npm run demo:data -- --apagar',
      });
      people = await list();
    });

    test('the list has sixty, the newest of this hour, the oldest of six weeks ago', () => {
      const hoursAgo = people.map(({ created_at }) => (Date.now() - created_at.getTime()) / 3_600_000);
      expect(people).toHaveLength(60);
      expect(hoursAgo[0]).toBeLessThan(1);
      expect(hoursAgo.at(-1)).toBeGreaterThan(24 * 35);
      expect(hoursAgo.at(-1)).toBeLessThan(24 * 42);
      expect(new Set(people.map(({ created_at }) => todayInBrazil(created_at))).size).toBeGreaterThan(20);
    });

    test('each situation is there, the project’s classes are about half full, some families wait to hear or ask, and one pupil has been missing', async () => {
      for (const situation of Object.keys(SITUATIONS))
        expect(people.filter(({ situacao }) => situacao === situation).length, situation).toBeGreaterThan(1);
      const approved = people.filter(({ situacao }) => situacao === 'aprovada');
      for (const one of CLASSES)
        expect(approved.filter(({ turma }) => turma === one).length, one).toBeGreaterThan(2);
      expect(approved.every(({ turma }) => CLASSES.includes(turma ?? ''))).toBe(true);
      const classes: { vagas: number; alunos: number; espera: number }[] =
        await server.rows(`select t.vagas, count(*) filter (where a.situacao = 'aprovada')::integer as alunos, count(a.espera_desde)::integer as espera
         from private.turmas t join private.acompanhamentos a on a.turma_id = t.id group by t.id`);
      for (const { vagas, alunos } of classes) {
        expect(alunos).toBeGreaterThan(vagas / 4);
        expect(alunos).toBeLessThan(vagas);
      }
      expect(classes.some(({ espera }) => espera > 0)).toBe(true);
      expect(people.filter(({ a_avisar }) => a_avisar).length).toBeGreaterThan(4);
      expect(people.flatMap(({ pedidos }) => pedidos).sort()).toEqual(['desistir', 'telefone']);
      const count = await rpc(server, admin.token, 'contagem_de_inscricoes', { filtro: {} });
      expect(count.body.waiting.absent).toBe(1);
    });

    test('nobody has these numbers: CPFs that are published for trying, or of ten digits; telephones that begin with 90', () => {
      const valid = people.filter(({ cpf }) => cpfMatches(cpf));
      expect(valid).toHaveLength(PUBLISHED_CPFS.length);
      expect(valid.every(({ cpf }) => PUBLISHED_CPFS.includes(cpf))).toBe(true);
      expect(people.slice(0, 20).every(({ cpf }) => cpfMatches(cpf))).toBe(true);
      const others = people.filter(({ cpf }) => !cpfMatches(cpf));
      expect(others.every(({ cpf }) => cpf.replace(/\D/g, '').length === 10)).toBe(true);
      for (const { telefone_whatsapp, telefone_responsavel, email } of people) {
        expect(`${telefone_whatsapp} ${telefone_responsavel ?? ''}`).toMatch(/^62900\d{6} (62900\d{6})?$/);
        expect(email).toMatch(/@demonstracao\.invalid$/);
      }
    });

    test('every document opens by a signed link, with the bytes that were made, and warns of nothing', async () => {
      const stored = await server.rows<{ name: string; metadata: Metadata }>(
        'select name, metadata from storage.objects',
      );
      const metadata = new Map(stored.map((object) => [object.name, object.metadata]));
      const types: string[] = [];
      for (const address of people.flatMap(({ cadastro_unico_url, novos }) => [
        cadastro_unico_url,
        ...novos,
      ])) {
        const path = documentPathOf(address) ?? '';
        const signed = await server.app.request(`/storage/v1/object/sign/${DOCUMENT_BUCKET}/${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${admin.token}`, 'Content-Type': 'application/json' },
          body: '{"expiresIn":60}',
        });
        const { signedURL } = (await signed.json()) as { signedURL: string };
        const answer = await server.app.request(`/storage/v1${signedURL}`);
        expect(answer.status).toBe(200);
        const bytes = Buffer.from(await answer.arrayBuffer());
        const { eTag, conteudoAtivo } = metadata.get(path) ?? {};
        expect([eTag, conteudoAtivo]).toEqual([
          `"${createHash('sha256').update(bytes).digest('hex')}"`,
          undefined,
        ]);
        const type = answer.headers.get('content-type') ?? '';
        types.push(type);
        if (type === 'application/pdf') expect((await PDFDocument.load(bytes)).getTitle()).toBe('EXEMPLO');
        expect(Object.values(DOCUMENTS).some((made) => made.equals(bytes))).toBe(true);
      }
      expect(types).toHaveLength(62);
      expect(new Set(types)).toEqual(new Set(['application/pdf', 'image/jpeg']));
    });

    test('retention erases nothing of it, and does not wait', async () => {
      expect(await retain(server)).toEqual({ inscricoes: 0, documentos: 0, envios: 0 });
      expect(await server.rows('select * from private.freio')).toEqual([]);
    });

    test('no flood is seen', async () => {
      expect((await rpc(server, admin.token, 'lista_de_enxurradas')).body).toEqual([]);
    });

    test('a second time it says how to begin anew, and adds nothing', async () => {
      const is = await everything();
      expect(await run()).toEqual({
        code: 3,
        printed:
          'Já há 60 inscrições de demonstração. Para fazer outras, apague-as antes: npm run demo:data -- --apagar',
      });
      expect(await everything()).toEqual(is);
    });

    test('--apagar takes all of it away, the bytes too, and nothing of a family that came meanwhile', async () => {
      const key = await uploaded(server);
      await server.database.query('update private.configuracao set email_obrigatorio = false');
      await enrol(server.database, { ...ROW, email: null }, key);
      await server.database.query('update private.configuracao set email_obrigatorio = default');
      const { code, printed } = await run('--apagar');
      expect([code, printed]).toEqual([0, 'Apagado: 60 inscrições de demonstração, 62 documentos.']);
      expect((await list()).map(({ nome_completo }) => nome_completo)).toEqual([ROW.nome_completo]);
      expect(readdirSync(server.documentsDir)).toHaveLength(1);
      expect(await run()).toEqual({
        code: 3,
        printed: 'Há inscrições de verdade aqui: pessoas de demonstração só entram num banco sem elas.',
      });
      expect(await run('--apagar')).toEqual({
        code: 0,
        printed: 'Não há inscrições de demonstração aqui. Nada foi apagado.',
      });
      await server.database.query('delete from public.inscricoes_projeto');
      await server.database.query('delete from storage.objects');
      for (const name of readdirSync(server.documentsDir)) rmSync(join(server.documentsDir, name));
      const left = await everything();
      const looksAndUpload = [
        ...['private.auditoria', 'private.origens', 'private.chave_dos_enderecos'],
        'private.tentativas', // what links gave, by their hash, for a day
      ];
      for (const table of looksAndUpload) left[table] = before[table] ?? -1;
      expect(left).toEqual(before);
      expect(
        await server.rows(
          'select from private.turmas where coalesce(vagas, idade_de, idade_ate) is not null',
        ),
      ).toEqual([]);
    });
  });

  test('those beyond the samples come in bulk, older, and go again', async () => {
    const { code, printed } = await run('700');
    expect([code, printed.split('\n')[1]]).toEqual([0, '700 de 700 inscrições de demonstração']);
    const people = await list();
    expect(people).toHaveLength(700);
    const weeksAgo = (Date.now() - (people[60]?.created_at.getTime() ?? 0)) / (7 * 86_400_000);
    expect(weeksAgo).toBeGreaterThan(5.5);
    expect(new Set(people.map(({ created_at }) => todayInBrazil(created_at))).size).toBeGreaterThan(250);
    expect((await run('--apagar')).printed).toBe('Apagado: 700 inscrições de demonstração, 62 documentos.');
    expect(await list()).toEqual([]);
    expect(readdirSync(server.documentsDir)).toEqual([]);
  });

  test('of two runs at once one adds them, and the other says that they are there', async () => {
    const both = await Promise.all([run('3'), run('3')]);
    expect(both.map(({ code }) => code).sort()).toEqual([0, 3]);
    expect(await list()).toHaveLength(3);
    await run('--apagar');
  });

  test('it may take longer than a statement may', async () => {
    const slowly = '-c vacuum_cost_delay=5 -c vacuum_cost_limit=1'; // some seconds for a few pages
    const owner = { ...server.login, options: slowly, statement_timeout: 1_000 };
    const database = openPools({ owner, callers: server.login, onError: () => {} });
    try {
      expect(await addPeople(database, 20, () => {})).toBe(true);
    } finally {
      await database.close();
    }
    await run('--apagar');
  }, 60_000);
});
