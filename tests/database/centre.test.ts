import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { schedule } from '../../content/home.ts';
import { ownContacts } from '../../domain/setting-values.ts';
import { classInWords } from '../../domain/timetable.ts';
import { photoPublication } from '../../prove/site-photo.ts';
import { takeClasses } from '../../server/published-site.ts';
import { auditEntries, rpc } from '../support/desk.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

// What the direção publishes of the centre (decision 199). What a fact may be: domain/centre/facts.test.ts; what the pages then
// say: tests/contract/published-site.test.ts.

const FACTS = { phone: '62911112222', email: 'Casa@ype.com.br', street: 'Rua <b>Nova</b>, 1' };

describe.each(engines)('$name', (engine) => {
  const server = serverForTests(engine);
  const me = forTests(() => signedIn(server, { administrator: true }));
  const publish = (fatos: unknown, depois_de: number, { token } = me, secao = 'quem_somos') =>
    rpc(server, token, 'publicar_centro', { secao, depois_de, fatos });
  const list = async () => (await rpc(server, me.token, 'lista_do_centro')).body;
  const inForce = async () => (await rpc(server, server.keys.anonKey, 'fatos_do_centro')).body;

  test.each([
    ['nobody', async () => ({ token: server.keys.anonKey }), engine.hosted ? 401 : 404],
    ['somebody without a role', () => signedIn(server, { administrator: false }), 403],
    ['a professor', () => signedIn(server, { administrator: true, role: 'professor' }), 403],
    ['the secretaria', () => signedIn(server, { administrator: true, role: 'secretaria' }), 403],
  ] as const)('%s publishes nothing and reads no publication', async (_, who, status) => {
    const [caller, before] = [await who(), await inForce()];
    const publication = { secao: 'quem_somos', depois_de: 0, fatos: FACTS };
    for (const [name, given] of [
      ['publicar_centro', publication],
      ['lista_do_centro', {}],
    ] as const) {
      const answer = await rpc(server, caller.token, name, given);
      expect([name, answer.status]).toEqual([name, status]);
    }
    expect(await inForce()).toEqual(before);
  });

  test('is published once after what was seen, with who and when, in the record; the second is not, and the last ten stay', async () => {
    expect([await inForce(), await list()]).toEqual([{}, []]);
    expect(await publish(FACTS, 0)).toEqual({ status: 200, body: { applied: true, version: 1 } });
    expect((await auditEntries(server)).at(-1)).toMatchObject({
      acao: 'mudou_configuracao',
      quem: me.userId,
      detalhes: { que: 'centro', versao: 1 },
    });
    expect(await inForce()).toEqual({ quem_somos: FACTS });
    for (const own of [FACTS.phone, '(62) 91111-2222', 'https://wa.me/5562911112222', FACTS.email])
      expect((await server.database.query('select private.contato_alheio($1) as n', [own])).rows).toEqual([
        { n: null },
      ]);
    const other = await signedIn(server, { administrator: true });
    const entries = (await auditEntries(server)).length;
    for (const seen of [0, 2, null])
      expect((await publish({}, seen as number, other)).body).toEqual({ applied: false, version: 1 });
    expect((await auditEntries(server)).length).toBe(entries);
    expect(await list()).toMatchObject([
      { section: 'quem_somos', version: 1, facts: FACTS, by: expect.any(String) },
    ]);
    for (let seen = 1; seen <= 11; seen += 1) await publish({ name: `Nome ${seen}` }, seen);
    expect((await list()).map(({ version }: { version: number }) => version)).toEqual([
      12, 11, 10, 9, 8, 7, 6, 5, 4, 3,
    ]);
    expect((await publish(null, 12)).body).toEqual({ applied: true, version: 13 });
    expect([await inForce(), (await list())[0]]).toMatchObject([{}, { version: 13, facts: null }]);
  });

  test('of two at the same time one is first', async () => {
    const [{ version }] = await list();
    const both = await Promise.all(['A', 'B'].map((name) => publish({ name }, version)));
    expect(both.map(({ body }) => body.applied).sort()).toEqual([false, true]);
  });

  test('sections have their own versions, and no contact of others stands in a text', async () => {
    const inicio = { notice: [{ text: 'Sexta não haverá aula', until: '2026-12-04' }] };
    expect((await publish(inicio, 0, me, 'inicio')).body).toEqual({ applied: true, version: 1 });
    expect(await inForce()).toMatchObject({ inicio });
    for (const text of ['Pague em 62 98888-7777', 'Veja https://golpe.example/a', 'a@golpe.example']) {
      const { status, body } = await publish(
        { faq: [{ question: 'Como pago?', answer: text }] },
        1,
        me,
        'inicio',
      );
      expect([status, body.message]).toEqual([400, expect.stringMatching(/\.$/)]);
    }
    expect((await publish(null, 1, me, 'inicio')).body).toEqual({ applied: true, version: 2 });
    expect(await inForce()).not.toHaveProperty('inicio');
  });

  test('the database refuses another section, what is no object and what is too long', async () => {
    const before = await inForce();
    for (const [fatos, secao] of [
      [{}, 'outra'],
      [[], 'quem_somos'],
      ['x', 'quem_somos'],
      [{ name: 'a'.repeat(6_000) }, 'quem_somos'],
    ] as const) {
      const { status, body } = await publish(fatos, 13, me, secao);
      expect([status, body.message]).toEqual([400, expect.stringMatching(/^O .*\.$/)]);
    }
    expect(await inForce()).toEqual(before);
    await server.database.query('select private.guardar_contatos($1)', [ownContacts()]);
  });

  test('the home page says the file’s classes until somebody asks for the desk’s, with those that only the file has', async () => {
    const sql = (text: string) => server.database.query(text);
    const classes = async () => (await inForce()).turmas?.classes.map(classInWords);
    await sql(`update private.turmas set horario = '19:30' where nome = 'Muay Thai'`);
    await takeClasses(server.database);
    expect(await classes()).toBeUndefined();
    const arquivo = [
      ...schedule,
      { name: 'Boxe', days: 'Sábado', time: null },
      { name: 'BOXE', days: null, time: null },
    ];
    for (const token of [
      server.keys.anonKey,
      (await signedIn(server, { administrator: true, role: 'secretaria' })).token,
    ])
      expect((await rpc(server, token, 'mostrar_turmas', { arquivo })).status).toBeGreaterThan(400);
    const entries = (await auditEntries(server)).length;
    for (let time = 0; time < 2; time += 1)
      expect((await rpc(server, me.token, 'mostrar_turmas', { arquivo })).status).toBeLessThan(300);
    const [infant, adult, , personal] = schedule.map(classInWords);
    const said = ['BOXE', 'Boxe · Sábado', infant, adult, 'Muay Thai · 19:30 · Segunda a quinta', personal];
    expect((await classes()).sort()).toEqual(said);
    expect((await auditEntries(server)).slice(entries).map(({ detalhes }) => detalhes.que)).toEqual([
      ...['nova-turma', 'nova-turma', 'centro', 'centro'],
    ]);
    expect((await list()).filter(({ section }: { section: string }) => section === 'turmas')).toEqual([]);
    await sql(`update private.turmas set ativa = false where nome ilike 'boxe'`);
    expect(await classes()).toEqual([infant, adult, 'Muay Thai · 19:30 · Segunda a quinta', personal]);
  });

  test('where both say the same it says the desk’s from then on', async () => {
    await server.database.query(`delete from private.centro where secao = 'turmas'`);
    await server.database.query(`update private.turmas set horario = '19:00' where nome = 'Muay Thai'`);
    expect(await inForce()).not.toHaveProperty('turmas');
    await takeClasses(server.database);
    expect((await inForce()).turmas.classes).toEqual(schedule);
  });

  const stored = async () =>
    (await server.rows('select nome from private.fotos_do_site')).map(({ nome }) => nome);
  const publishPhoto = (given: object) => rpc(server, me.token, 'publicar_centro', given);

  test('a photo comes with the publication that names it, tells its bytes to everybody, and goes when none of the last ten names it', async () => {
    const one = await photoPublication();
    expect(await publishPhoto(one)).toEqual({ status: 200, body: { applied: true, version: 1 } });
    const names = Object.values(one.fatos).flatMap(({ files }) => Object.values(files));
    expect((await stored()).sort()).toEqual(names.toSorted());
    const asked = (nome: string) => rpc(server, server.keys.anonKey, 'foto_do_site', { nome });
    const said = (await asked(names[0] ?? '')).body;
    expect(said.replaceAll('\n', '')).toBe(one.fotos[0]);
    expect(await asked('outra.webp')).toEqual({ status: 200, body: null });
    for (let seen = 1; seen <= 10; seen += 1) {
      expect(await stored()).toEqual(expect.arrayContaining(names));
      const next = await photoPublication(seen % 2 ? '#0b1230' : '#f5b51b', seen);
      expect((await publishPhoto(next)).body).toMatchObject({ applied: true });
    }
    expect(await stored()).toHaveLength(4);
    expect(await stored()).not.toEqual(expect.arrayContaining([names[0]]));
    expect((await publishPhoto({ ...one, depois_de: 11, fotos: [] })).body.message).toMatch(
      /^Falta uma foto/,
    );
    const strange = { ...one.fatos.hero, alt: 'Pague no zap 62 98888-7777' };
    expect(
      (await publishPhoto({ ...one, fatos: { ...one.fatos, hero: strange }, depois_de: 11 })).body.message,
    ).toMatch(/62 98888-7777/);
    const same = await photoPublication('#0b1230', 11);
    expect((await publishPhoto({ ...same, fotos: [] })).body).toMatchObject({ applied: true }); // back to what it was
  });

  test('what is no photo of the site is refused, and stored nowhere', async () => {
    const before = await stored();
    const plain = () => sharp({ create: { width: 400, height: 300, channels: 3, background: '#123' } });
    const exif = { exif: { IFD0: { Model: 'Celular' } } };
    const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
    const grain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#ddd', noise } });
    const wrong = {
      'an SVG': Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(200)}</svg>`),
      'a PNG': await plain().png().toBuffer(),
      'a page': Buffer.from(`<!doctype html><script>${' '.repeat(200)}</script>`),
      'nothing but the mark of a JPEG': Buffer.from([0xff, 0xd8, 0xff]),
      'a JPEG of 30 kB and more': await grain.jpeg({ quality: 60 }).toBuffer(),
      'a JPEG that says where': await plain().withMetadata(exif).jpeg().toBuffer(),
      'a WebP that says where': await plain().withMetadata(exif).webp().toBuffer(),
    };
    expect(wrong['a JPEG of 30 kB and more'].length).toBeGreaterThan(30_000);
    for (const [what, bytes] of [...Object.entries(wrong), ['no base64', null] as const]) {
      const fotos = [bytes?.toString('base64') ?? '%%%'];
      const { status, body } = await publishPhoto({ secao: 'fotos', depois_de: 12, fatos: {}, fotos });
      expect([what, status, body.message]).toEqual([
        what,
        400,
        'Esta foto não serve para o site: escolha outra.',
      ]);
    }
    const nobodys = (await photoPublication('#abc')).fotos;
    expect((await publishPhoto({ secao: 'fotos', depois_de: 12, fatos: {}, fotos: nobodys })).status).toBe(
      200,
    );
    expect(await stored()).toEqual(before);
  });
});
