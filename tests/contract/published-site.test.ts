import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sayOf } from '../../content/published.ts';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { signIn } from '../../kit/desk.ts';
import { type RunningServer, startServer } from '../../kit/server.ts';
import { siteAt } from '../../kit/site.ts';
import { loadKeys } from '../../server/core/keys.ts';
import { signAccessToken } from '../../server/core/tokens.ts';
import { loadPages } from '../../server/pages.ts';
import { publishedSite } from '../../server/published-site.ts';
import { run } from '../support/copies.ts';
import { rpc } from '../support/desk.ts';
import { folderForTests, newFolder } from '../support/files.ts';
import { copyFirstStart } from '../support/first-start.ts';
import { serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';
import { ROOT } from '../support/sources.ts';

// What 'Ajustes → Centro' publishes, as a real server then serves it (decision 199).

const folder = folderForTests();
const [SITE, RENDER] = [join(ROOT, 'dist/site'), join(ROOT, 'dist/render')];
const database = serverForTests();
let server: RunningServer;
beforeAll(async () => {
  await copyFirstStart(folder);
  server = await startServer({ folder });
});
afterAll(() => server?.stop());

const page = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(server.url + path, { headers });
  return { text: await answer.text(), headers: answer.headers };
};
async function publish(fatos: unknown, secao = 'quem_somos') {
  const desk = await signIn(await siteAt(server.url));
  const all = await desk.rpc<{ section: string; version: number }[]>('lista_do_centro');
  const depois_de = all.find(({ section }) => section === secao)?.version ?? 0;
  return desk.rpc<{ applied: boolean }>('publicar_centro', { secao, depois_de, fatos });
}
const SAID = { name: 'Mãe <i>de aluna</i>', text: '<b>Bom</b> & justo', rating: 4, consent: true };
const noticeUntil = (days: number) => [
  { text: 'Não haverá aula <3', until: laterDay(todayInBrazil(), days) },
];
const noise = (letters: number) => randomBytes(letters).toString('base64').slice(0, letters);
const questions = (many: number) =>
  Array.from({ length: many }, () => ({ question: noise(120), answer: noise(600) }));
const drawnAt = () => statSync(join(folder, 'paginas.json')).mtimeMs;

test('pages say what was published, without scripts, packed and under their own policy; a start draws nothing; going back brings the built ones', async () => {
  const before = await page('/');
  expect(before.text).not.toContain('id="centro"');
  expect(await publish({ phone: '62911112222', name: 'Casa <i>Ypê</i>' })).toMatchObject({ applied: true });
  const home = await page('/');
  for (const path of [
    '/',
    '/privacidade',
    '/projeto-social',
    '/projeto-social/situacao',
    '/404',
    '/admin/inscricoes',
  ])
    expect([path, (await page(path)).text]).toEqual([
      path,
      expect.stringContaining('Casa &lt;i&gt;Ypê&lt;/i&gt;'),
    ]);
  for (const path of ['/', '/privacidade', '/projeto-social'])
    expect([path, (await page(path)).text]).toEqual([path, expect.stringContaining('(62) 91111-2222')]);
  expect((await page('/manifest.webmanifest')).text).toContain('Casa <i>Ypê</i>');
  expect(home.text).not.toContain('<i>Ypê');
  const scripts = ({ headers }: typeof home) =>
    /script-src [^;]*'sha256-[^;]*/.exec(headers.get('content-security-policy') ?? '')?.[0];
  expect(scripts(home)).toBe(scripts(before));
  expect(scripts(home)).toBeTruthy();
  expect(home.headers.get('etag')).not.toBe(before.headers.get('etag'));
  const again = await fetch(server.url, { headers: { 'if-none-match': home.headers.get('etag') ?? '' } });
  expect(again.status).toBe(304);
  for (const coding of ['br', 'gzip']) {
    const { headers } = await page('/', { 'accept-encoding': coding });
    expect([headers.get('content-encoding'), Number(headers.get('content-length'))]).toEqual([
      coding,
      expect.any(Number),
    ]);
    expect(Number(headers.get('content-length'))).toBeLessThan(14_200);
  }
  const { lines } = await run('incident', ['--from', '2020-01-01', '--to', '2020-01-02'], {
    DATA_DIR: folder,
  });
  expect(lines.join('\n')).toMatch(/Controlador: Casa .* 91111-2222/s);
  sayOf({});
  expect((await run('doctor', [], { DATA_DIR: folder })).lines.join('\n')).toContain(
    'Nome e contatos são do centro.',
  );
  sayOf({});
  const at = drawnAt();
  await server.stop();
  server = await startServer({ folder });
  expect([(await page('/')).text, drawnAt()]).toEqual([home.text, at]);
  await server.stop();
  writeFileSync(join(folder, 'paginas.json'), '{"hash":'); // by a failing disk, or by hand
  server = await startServer({ folder });
  expect((await page('/')).text).toBe(home.text);
  expect(await publish(null)).toMatchObject({ applied: true });
  expect((await page('/')).text).toBe(before.text);
});

test('a section stands beside the others, its HTML is text, and a notice is gone with its last day', async () => {
  const before = await page('/');
  expect(await publish({ testimonials: [SAID], notice: noticeUntil(0) }, 'inicio')).toMatchObject({
    applied: true,
  });
  expect(await publish({ name: 'Casa Ypê' })).toMatchObject({ applied: true });
  expect(await publish({ criteria: ['Ter o <u>Cadastro</u>.', 'Renda.'] }, 'projeto')).toMatchObject({
    applied: true,
  });
  const { text } = await page('/');
  for (const said of [
    'Casa Ypê',
    '<blockquote class="testimonial__text">&lt;b&gt;Bom&lt;/b&gt; &amp; justo</blockquote>',
    'Nota 4 de 5',
    '>Não haverá aula &lt;3</p>',
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/<b>Bom|<i>de aluna/);
  expect((await page('/projeto-social')).text).toContain(
    '<strong>Ter o &lt;u&gt;Cadastro&lt;/u&gt;.</strong>',
  );
  await publish({ testimonials: [SAID], notice: noticeUntil(-1) }, 'inicio');
  const after = (await page('/')).text;
  expect(after).not.toContain('>Não haverá aula');
  expect(after).toContain('Nota 4 de 5');
  for (const section of ['inicio', 'projeto', 'quem_somos']) await publish(null, section);
  expect((await page('/')).text).toBe(before.text);
});

test('a page of more than 20,000 bytes is refused with the name of the longest text, and a smaller one is not', async () => {
  const before = await page('/');
  const text = 'Curto.';
  await expect(publish({ text, faq: questions(20) }, 'inicio')).rejects.toThrow(
    'Encurte «Perguntas frequentes»',
  );
  expect((await page('/')).text).toBe(before.text);
  expect(await publish({ text, faq: questions(8) }, 'inicio')).toMatchObject({ applied: true });
  const { headers } = await page('/', { 'accept-encoding': 'br' });
  expect(Number(headers.get('content-length'))).toBeGreaterThan(14_000);
  await publish(null, 'inicio');
});

test('what may not be published is refused with the name of its field, and stored nowhere', async () => {
  const before = await page('/');
  await expect(publish({ phone: '1' })).rejects.toThrow('Telefone e WhatsApp: Use DDD e número');
  await expect(publish({ mapUrl: 'javascript:alert(1)' })).rejects.toThrow('Link do mapa: Use um endereço');
  await expect(publish({ testimonials: [{ ...SAID, consent: false }] }, 'inicio')).rejects.toThrow(
    'Depoimentos: Publique só',
  );
  await expect(publish({ notice: [] }, 'outra')).rejects.toThrow('Confira este valor.');
  for (const name of ['__proto__', 'constructor', 'hero.x'])
    await expect(
      publish(JSON.parse(`{"${name}":{"y":"0}</style><script>alert(1)</script>"}}`), 'fotos'),
    ).rejects.toThrow(/: 400 .*Confira este valor\./);
  expect((await page('/')).text).toBe(before.text);
  const desk = await signIn(await siteAt(server.url));
  expect(await desk.rpc('fatos_do_centro')).not.toHaveProperty('quem_somos');
});

test('a class changed at the desk is on the home page within 10 s, without scripts: in the timetable and among today’s', async () => {
  const desk = await signIn(await siteAt(server.url));
  const before = (await page('/')).text;
  const home = async () => (await page('/')).text.replace(/<script.*?<\/script>/gs, '');
  const until = (what: unknown) => expect.poll(home, { timeout: 30_000, interval: 500 }).toEqual(what);
  const turma = { name: 'Capoeira <i>', days: 'Segunda a sexta', time: '10:00', ofProject: false };
  const id = await desk.rpc<string>('salvar_turma', { turma });
  await until(
    expect.stringMatching(
      /<th [^>]*>Capoeira &lt;i&gt;<\/th><td [^>]*>10:00<\/td><td [^>]*>Segunda a sexta</,
    ),
  );
  expect((await home()).match(/Hoje:.{0,40}Capoeira &lt;i&gt; às 10:00/g)).toHaveLength(5);
  expect((await page('/projeto-social')).text.replace(/<script.*?<\/script>/gs, '')).not.toContain(
    'Capoeira',
  );
  await desk.rpc('salvar_turma', { turma: { id, name: 'Ginga', days: 'Sábado' } });
  await until(expect.stringContaining('Hoje: Ginga às 10:00'));
  expect(await home()).not.toContain('Capoeira');
  const others = (await desk.rpc<{ id: string; name: string }[]>('lista_de_turmas')).filter(
    (one) => one.id !== id,
  );
  for (const one of others) await desk.rpc('terminar_turma', { turma: one.id });
  await until(expect.not.stringContaining('Muay Thai às'));
  expect((await home()).match(/Próxima aula: sábado, 10:00/g)).toHaveLength(6);
  await desk.rpc('terminar_turma', { turma: id });
  await until(expect.not.stringContaining('<table'));
  for (const one of others) await desk.rpc('salvar_turma', { turma: { id: one.id, active: true } });
  await expect.poll(async () => (await page('/')).text, { timeout: 30_000 }).toBe(before);
});

test('without a password of the last minutes nothing is drawn for a publication', async () => {
  const [{ token }, at, now] = [
    await signIn(await siteAt(server.url)),
    drawnAt(),
    Math.floor(Date.now() / 1000),
  ];
  const amr = [{ method: 'password', timestamp: now - 400 }];
  const keys = loadKeys(folder, database.config);
  const { token: old } = await signAccessToken(keys.jwt, { ...decodeJwt(token), amr }, now);
  const answer = await fetch(`${server.url}/rest/v1/rpc/publicar_centro`, {
    method: 'POST',
    headers: { apikey: server.key, authorization: `Bearer ${old}`, 'content-type': 'application/json' },
    body: JSON.stringify({ secao: 'quem_somos', depois_de: 0, fatos: { phone: '62977778888' } }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([403, { message: 'Confirme com a sua senha.' }]);
  expect(drawnAt()).toBe(at);
});

test('every server shows within 10 s what another has published, and nothing that its own rules refuse', async () => {
  const [pages, { token }] = [loadPages(SITE), await signedIn(database, { administrator: true })];
  const config = { ...database.config, dataDir: newFolder() };
  const other = publishedSite({ ...database, config }, { pages, folder: RENDER });
  const home = () => Buffer.from(pages.get('/')?.body ?? []).toString();
  try {
    const tell = (fatos: object, depois_de: number) =>
      rpc(database, token, 'publicar_centro', { secao: 'quem_somos', depois_de, fatos }); // by a server that draws nothing
    await tell({ phone: '62955556666' }, 0);
    await expect.poll(home, { timeout: 60_000 }).toContain('62955556666');
    await tell({ phone: 'x', mapUrl: 'javascript:alert(1)', motto: 'y', street: 'Rua Nova, 1' }, 1);
    await other.look();
    expect(home()).toContain('"centro">{"quem_somos":{"street":"Rua Nova, 1"}}');
  } finally {
    other.close();
    sayOf({});
  }
});
