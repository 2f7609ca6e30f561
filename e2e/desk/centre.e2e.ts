import { brand } from '../../content/brand.ts';
import { testimonials } from '../../content/home.ts';
import { laterDay, todayInBrazil } from '../../domain/dates.ts';
import { DESKTOP, expectFits, PHONE } from '../support/axe.ts';
import { confirmIn, openFollowUp, openMessages, openScreen, ownDesk } from '../support/desk.ts';
import { expect, pressChip, test, toast } from '../support/fixtures.ts';

// What the direção publishes of the centre, seen by families and at the desk. What may be published: domain/centre/facts.test.ts;
// what the server does with it: tests/contract/published-site.test.ts.

const desk = ownDesk(async (one) => void (await one.enrol({ nome_completo: 'Ana de Teste' })));

test('a published name and telephone are what home page, notice and message say, and back again', async ({
  page,
  signIn,
  browser,
}) => {
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
    await expect(frame.getByRole('heading', { level: 1 })).toContainText('Casa Ypê');
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
