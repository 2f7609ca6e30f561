import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brand } from '../../content/brand.ts';
import { centrePage } from '../../content/centre.ts';
import { classes } from '../../content/classes.ts';
import { testimonials } from '../../content/home.ts';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { startStaticHost } from '../../prove/owner/static-host.ts';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { confirmIn, openFollowUp, openMessages, openScreen, ownDesk } from '../support/desk.ts';
import { jpegFile, onDisk, plain } from '../support/document-files.ts';
import { expect, pressChip, test, toast } from '../support/fixtures.ts';
import { PROJECT } from '../support/hosted.ts';

// What the direção publishes of the centre, seen by families and at the desk. What may be published: domain/centre/facts.test.ts;
// what the server does with it: tests/contract/published-site.test.ts.

const desk = ownDesk(async (one) => void (await one.enrol({ nome_completo: 'Ana de Teste' })));

/** Of pages that are files the last test alone tells what is read. */
const seenAtOnce = PROJECT === null;

test('a published name and telephone are what home page, notice and message say, and back again', async ({
  page,
  signIn,
  browser,
}) => {
  test.skip(!seenAtOnce);
  await page.setViewportSize(PHONE);
  await signIn();
  await openScreen(page, 'Ajustes');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Mudar: Quem somos' }).click();
  await test.step('what cannot be right is told beside its field', async () => {
    await dialog.getByLabel('Telefone e WhatsApp').fill('1');
    await confirmIn(page, 'Publicar');
    await expect(dialog).toContainText('Use DDD e número');
    await expectFits(page, [PHONE, DESKTOP]);
  });
  await dialog.getByLabel('Telefone e WhatsApp').fill('62 91111-2222');
  await dialog.getByLabel('Nome', { exact: true }).fill('Casa Ypê');
  await test.step('the page as it will be stands in a frame', async () => {
    await dialog.getByRole('button', { name: 'Ver como a página vai ficar' }).click();
    const frame = page.frameLocator('iframe[title="A página como vai ficar"]');
    await expect(frame.locator('h1')).toContainText('Casa Ypê');
    await frame.locator('a').first().focus(); // as Tab would
    await expect(frame.locator('a:focus')).toHaveCount(0);
  });
  await confirmIn(page, 'Publicar');
  await expect(toast(page)).toContainText('Publicado.');

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: desk.server.url });
  const family = await withoutScripts.newPage();
  const says = async (path: string, text: string) => {
    await family.goto(path);
    await expect(family.locator('body')).toContainText(text);
  };
  await says('/', '(62) 91111-2222');
  await says('/privacidade', '(62) 91111-2222');

  await test.step('a page that is opened now is taken over as it was drawn, and the message says the name', async () => {
    await page.goto('/admin/inscricoes');
    await pressChip(page, 'Todas');
    await openFollowUp(page, 'Ana de Teste');
    await expect(await openMessages(page)).toContainText('Aqui é da Casa Ypê');
    await page.goto('/');
    await page.getByRole('link', { name: 'Casa Ypê' }).first().focus(); // its scripts come
    await expect(page.locator('html.used')).toHaveCount(1);
    await expect(page.locator('footer')).toContainText('Casa Ypê');
  });

  await test.step('back to what it was', async () => {
    await page.goto('/admin/inscricoes');
    await openScreen(page, 'Ajustes');
    await page.getByRole('button', { name: 'Voltar ao que era: Quem somos' }).click();
    await expect(dialog).toContainText(`Nome: de «Casa Ypê» para «${brand.name}»`);
    await confirmIn(page, 'Voltar ao que era');
    await expect(toast(page)).toContainText('Publicado.');
    await says('/', brand.name);
    await expect(family.locator('body')).not.toContainText('Casa Ypê');
  });
  await withoutScripts.close();
});

test('a testimonial and the notice of the day are typed by thumb and by keys, seen by families, and the notice goes by itself', async ({
  page,
  signIn,
  browser,
}) => {
  test.skip(!seenAtOnce);
  await page.setViewportSize(PHONE);
  await signIn();
  await openScreen(page, 'Ajustes');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Mudar: Página inicial' }).click();
  for (const at of [3, 2]) {
    await dialog.locator('summary', { hasText: testimonials[at - 1]?.name ?? '' }).click();
    await dialog.getByRole('button', { name: `Tirar: Depoimento ${at}` }).click();
  }
  await dialog.getByRole('button', { name: 'Incluir: Depoimento' }).press('Enter');
  await expect(dialog.getByLabel('Quem conta').last()).toBeFocused();
  await page.keyboard.type('Mãe da Bia');
  await dialog.getByLabel('O que contou').last().fill('<b>Ela</b> adora.');
  await dialog.getByLabel('Estrelas').last().fill('5');
  await dialog.getByRole('button', { name: 'Subir: Depoimento 2' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Descer: Depoimento 1' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Incluir: Aviso' }).click();
  await dialog.getByLabel('Texto do aviso').fill('Sexta não haverá aula');
  await dialog.getByLabel('Último dia').fill(laterDay(todayInBrazil(), 1));
  await test.step('what is wrong is told beside its entry, which opens', async () => {
    await confirmIn(page, 'Publicar');
    await expect(dialog).toContainText('Publique só palavras de quem autorizou por escrito.');
    await expect(dialog.getByLabel('Tenho autorização escrita').first()).toBeFocused();
    await expectFits(page, [PHONE, DESKTOP]);
  });
  for (const box of await dialog.getByLabel('Tenho autorização escrita').all()) await box.check();
  await confirmIn(page, 'Publicar');
  await expect(toast(page)).toContainText('Publicado.');

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: desk.server.url });
  const family = await withoutScripts.newPage();
  await family.goto('/');
  await expect(family.locator('.hero')).toContainText('Sexta não haverá aula');
  await expect(family.getByRole('figure').first()).toContainText('<b>Ela</b> adora.');
  await expect(family.getByRole('figure')).toHaveCount(2);
  await withoutScripts.close();

  await test.step('a page that stays open hides it once its last day is over, and so does one that is taken over', async () => {
    const visitor = await browser.newPage({ baseURL: desk.server.url, viewport: PHONE });
    await visitor.clock.install();
    await visitor.goto('/');
    const notice = visitor.getByText('Sexta não haverá aula');
    await expect(notice).toBeInViewport({ ratio: 1 });
    await visitor.clock.setSystemTime(Date.now() + 49 * 3_600_000);
    await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(notice).toBeHidden();
    await visitor.getByRole('link').first().focus();
    await expect(visitor.locator('html.used')).toHaveCount(1);
    await expect(notice).toBeHidden();
    await visitor.close();
  });
});

test('on a project the desk shows and stores the same, and the site that is built from it says it: texts, photo and class', async ({
  page,
  signIn,
  browser,
}) => {
  test.skip(seenAtOnce);
  test.setTimeout(600_000);
  await signIn();
  await openScreen(page, 'Ajustes');
  const dialog = page.getByRole('dialog');
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press('Mudar: Quem somos');
  await dialog.getByLabel('Telefone e WhatsApp').fill('62 91111-2222');
  await dialog.getByRole('button', { name: centrePage.preview.open }).click();
  await expect(page.frameLocator('iframe').locator('body')).toContainText('(62) 91111-2222');
  await confirmIn(page, 'Publicar');
  await expect(toast(page)).toContainText(centrePage.stored);
  await press('Trocar foto: Jiu-Jitsu');
  const photo = await plain(1_600, 1_200, '#0b1230').jpeg().toBuffer();
  await dialog.getByLabel('Foto', { exact: true }).setInputFiles(onDisk(jpegFile(photo)));
  await dialog.getByLabel('O que se vê na foto').fill('Turma infantil no tatame');
  await confirmIn(page, 'Publicar');
  await expect(dialog).toHaveCount(0, { timeout: 30_000 });
  await openScreen(page, 'Turmas');
  await press(classes.timetable.show);
  await confirmIn(page);
  await press(classes.add);
  await dialog.getByLabel(classes.form.ofProject).uncheck();
  await dialog.getByLabel(classes.form.name, { exact: true }).fill('Capoeira');
  await dialog.getByLabel('domingo').check();
  await dialog.getByLabel(classes.form.time).fill('9h30');
  await confirmIn(page);
  await expect(page.getByText(classes.timetable.old)).toBeVisible();

  const root = mkdtempSync(join(tmpdir(), 'cc-built-'));
  const filter = (name: string) => !/^(node_modules|dist|\.git|data|test-results|\.env)\b/.test(name);
  cpSync('.', root, { recursive: true, filter });
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const { api: SUPABASE_URL, key: SUPABASE_KEY } = desk.server;
  const env = { ...process.env, SUPABASE_URL, SUPABASE_KEY };
  await promisify(execFile)('npm', ['run', 'build', '--', '--from-project'], { cwd: root, env });
  const site = await startStaticHost(join(root, 'dist/site'));
  const family = await browser.newPage({ javaScriptEnabled: false, baseURL: site.url });
  await family.goto('/privacidade');
  await expect(family.locator('main')).toContainText('(62) 91111-2222');
  await family.goto('/');
  await expect(family.locator('body')).toContainText('(62) 91111-2222');
  await expect(family.getByRole('row', { name: 'Capoeira 09:30 Domingo' })).toBeVisible();
  const card = family.getByRole('img', { name: 'Turma infantil no tatame' });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => card.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await family.close();
  await site.stop();
  rmSync(root, { recursive: true, force: true });
});
