import type { BrowserContext, Page } from '@playwright/test';
import { expect, fillEnrolment, hearMishaps, openForm, send, test, toast } from '../support/fixtures.ts';
import { enrolAnother, expectOne, panel, SENT, swallowAnswers } from '../support/sending.ts';

// A cheap phone that ends the browser, a borrowed one, a full one: what is kept
// of a begun enrolment, where, and how it comes back. Source: docs/ux.md §5.

const MARKS = {
  cpf: '111.444.777-35',
  rg: 'MARCA7777',
  orgaoExpedidor: 'MARCA-XX',
  rendaFamiliar: 'Mais de 5 salários mínimos',
  peso: '61,3',
  altura: '1,73',
  condicaoMedica: 'Sim',
  condicaoMedicaDetalhes: 'marca de saúde',
};
/** The same as forms, drafts and rows spell them. */
const PRIVATE =
  /111\.?444|44477735|MARCA|acima-5|Mais de 5|61[.,]3|1[.,]73|marca de|"(cpf|rg|orgao\w*|renda\w*|peso|altura|condicao\w*)"/;
const STORED = {
  cpf: '111.444.777-35',
  rg: 'MARCA7777',
  orgao_expedidor: 'MARCA-XX',
  renda_familiar: 'acima-5',
  peso: 61.3,
  altura: 1.73,
  condicao_medica: 'sim',
  condicao_medica_detalhes: 'marca de saúde',
};

type Write = { place: string; key: string; text: string };

/** Everything that any page of the context writes into the browser's storage from now on. */
async function watchStorage(context: BrowserContext): Promise<Write[]> {
  const writes: Write[] = [];
  await context.exposeFunction('noteWrite', (write: Write) => void writes.push(write));
  await context.addInitScript(() => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key, text) {
      const place = this === window.localStorage ? 'local' : 'session';
      (window as unknown as { noteWrite: (write: Write) => void }).noteWrite({ place, key, text });
      setItem.call(this, key, text);
    };
  });
  return writes;
}

/** All that the browser stores for the page. */
const storedIn = (page: Page, place: 'localStorage' | 'sessionStorage') =>
  page.evaluate((name) => JSON.stringify({ ...window[name] }), place);

/** What the privacy page says is kept, by key: outside the tab or in it. */
async function documentedPlaces(page: Page): Promise<Map<string, string>> {
  const folded = page.getByRole('group').filter({ hasText: 'o que fica no navegador' });
  await folded.locator('summary').click();
  const rows = await folded.getByRole('listitem').allInnerTexts();
  return new Map(
    rows.flatMap((row) => {
      const [key] = /cc-[a-z]+/.exec(row) ?? [];
      return key ? [[key, /localStorage/.test(row) ? 'local' : 'session'] as const] : [];
    }),
  );
}

/** The same page in another tab, with a copy of this tab's storage. */
async function openTwin(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => void window.open(location.href));
  return opened;
}

/** The form in another tab of the same browser, whose errors count as those of the first. */
async function openTab(context: BrowserContext, mishaps: string[]): Promise<Page> {
  const tab = await context.newPage();
  hearMishaps(tab, mishaps);
  await openForm(tab);
  return tab;
}

const banner = (page: Page) => page.getByText('Encontramos uma inscrição começada neste celular.');
const name = (page: Page) => page.getByLabel('Nome completo *');

test.beforeEach(({ page }) => {
  page.on('dialog', (dialog) => void dialog.accept().catch(() => {})); // leaving while it sends
});

test('what is private stays in the tab, however the page ends', async ({
  page,
  context,
  server,
  mishaps,
}) => {
  let tab = page;
  await test.step('nothing private is ever written outside the tab, and nothing at all is left once it is sent', async () => {
    const one = await expectOne(server);
    const writes = await watchStorage(context);
    await openForm(page);
    await page.getByLabel('Para meu filho').check();
    await fillEnrolment(page, { ...MARKS, nomeCompleto: 'Marcas na Memória' });
    await page.goto('/privacidade'); // hides the form for good
    const documented = await documentedPlaces(page);
    const whileAway = await storedIn(page, 'localStorage');
    expect(whileAway).toContain('cc-copia');
    expect(whileAway).not.toMatch(PRIVATE);
    await openForm(page);
    await expect(name(page)).toHaveValue('Marcas na Memória');
    expect(await storedIn(page, 'localStorage')).not.toContain('cc-copia'); // the tab is alive again
    await expect(page.locator('#condicaoMedicaDetalhes')).toHaveValue('marca de saúde');
    await expect(page.locator('#sexo-feminino')).toBeChecked();
    await expect(page.locator('#idade')).toHaveValue(/^\d+$/);
    await expect(page.getByText('A foto não ficou guardada. Mande de novo o comprovante.')).toBeVisible();
    const opening = page.waitForEvent('filechooser');
    await page.locator('#cadastroUnico').click();
    await (await opening).setFiles('e2e/support/files/nis.pdf');
    await page.locator('#escola').fill('Escola Exemplo');
    await expect.poll(() => storedIn(page, 'sessionStorage')).toContain('marca de saúde');
    await send(page);
    await expect(toast(page)).toContainText(SENT);

    const outside = writes.filter(({ place }) => place === 'local');
    expect(outside.some(({ text }) => text.includes('Marcas na Memória'))).toBe(true);
    expect(outside.filter(({ key, text }) => PRIVATE.test(key + text))).toEqual([]);
    expect(await storedIn(page, 'localStorage')).toBe('{}');
    for (const moment of ['sent', 'left', 'back']) {
      if (moment === 'left') await page.goto('/');
      if (moment === 'back') await page.goBack();
      const inside = await storedIn(page, 'sessionStorage');
      expect(inside).not.toMatch(PRIVATE);
      expect(inside).not.toMatch(/Marcas na|Exemplo|90000|pessoa@|Vizinha|Responsável|rascunho/);
      expect(await storedIn(page, 'localStorage')).toBe('{}');
    }
    await expect(name(page)).toHaveValue('');
    await one('Marcas na Memória', STORED);

    const used = new Map(writes.map(({ key, place }) => [key, place]));
    expect([...used.keys()].sort()).toEqual(
      expect.arrayContaining(['cc-copia', 'cc-enviada', 'cc-rascunho']),
    );
    for (const [key, place] of used) expect([key, documented.get(key)]).toEqual([key, place]);
  });
  await test.step('the phone ends the browser when the camera opens: the copy brings the answers back, but the private ones', async () => {
    const one = await expectOne(server);
    await page.getByRole('button', { name: 'Inscrever outra pessoa' }).click();
    await fillEnrolment(page, { ...MARKS, nomeCompleto: 'Câmera que Derruba' }, null);
    expect(await storedIn(page, 'localStorage')).toBe('{}');
    const opening = page.waitForEvent('filechooser');
    await page.locator('#cadastroUnico').click();
    await opening;
    expect(await storedIn(page, 'localStorage')).toContain('Câmera que Derruba');
    expect(await storedIn(page, 'localStorage')).not.toMatch(PRIVATE);
    const died = page.waitForEvent('crash');
    const devtools = await context.newCDPSession(page);
    devtools.send('Page.crash').catch(() => {}); // answers nothing any more
    await died;
    mishaps.length = 0;

    const anew = await openTab(context, mishaps);
    await expect(banner(anew)).toBeVisible();
    await expect(anew.getByRole('main')).not.toContainText('Câmera que Derruba');
    await expect(name(anew)).toHaveValue('');
    await anew.getByRole('button', { name: 'Continuar' }).click();
    await expect(name(anew)).toHaveValue('Câmera que Derruba');
    await expect(banner(anew)).toBeHidden();
    await expect(anew.locator(':focus')).toBeVisible(); // the button took the focus along otherwise
    for (const id of Object.keys(MARKS).filter((key) => !/renda|condicao/.test(key)))
      await expect(anew.locator(`#${id}`)).toHaveValue('');
    await expect(anew.locator('#sexo-feminino')).toBeChecked();
    await expect(anew.locator('#condicaoMedica-sim')).not.toBeChecked();
    expect(await storedIn(anew, 'sessionStorage')).toContain('Câmera que Derruba');
    expect(await storedIn(anew, 'localStorage')).toBe('{}'); // the tab is alive again
    await fillEnrolment(anew, { ...MARKS, nomeCompleto: 'Câmera que Derruba' });
    await send(anew);
    await expect(toast(anew)).toContainText(SENT);
    await one('Câmera que Derruba', STORED);
    tab = anew;
  });
  await test.step('killed while nobody knew whether it arrived, and photographed again: one row, one document', async () => {
    const one = await expectOne(server);
    await enrolAnother(tab, { ofFamily: false });
    await fillEnrolment(tab, { nomeCompleto: 'Caiu no Envio' });
    const stored = await swallowAnswers(tab);
    await send(tab);
    await stored();
    await tab.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    await tab.close();
    const anew = await openTab(context, mishaps);
    await anew.getByRole('button', { name: 'Continuar' }).click();
    await fillEnrolment(anew, { nomeCompleto: 'Caiu no Envio' });
    expect(mishaps).toEqual([]);
    await send(anew);
    await expect(toast(anew)).toContainText(SENT);
    await one('Caiu no Envio');
    await expect(panel(anew)).toBeHidden();
    mishaps.length = 0; // the page was told that document and row are there already
  });
});

test('what was begun comes back where it may, and goes where somebody erases it', async ({ page }) => {
  await test.step('erased on purpose: asked first, then erased from the page and the browser', async () => {
    await openForm(page);
    await fillEnrolment(page, { nomeCompleto: 'Apague Tudo' });
    await page.getByText('Apagar tudo desta tela').click();
    await expect(page.getByText('Apagar as respostas? Não dá para desfazer.')).toBeVisible();
    await page.getByRole('button', { name: 'Apagar', exact: true }).click();
    await expect(name(page)).toHaveValue('');
    await expect(page.locator('#sexo-feminino')).not.toBeChecked();
    await expect(page.getByText('Documento anexado')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Formulário de Inscrição' })).toBeFocused();
    for (const time of ['now', 'reloaded']) {
      if (time === 'reloaded') await openForm(page);
      expect(await storedIn(page, 'localStorage')).toBe('{}');
      expect(await storedIn(page, 'sessionStorage')).not.toContain('rascunho');
      await expect(name(page)).toHaveValue('');
      await expect(banner(page)).toBeHidden();
    }
  });
  await test.step('a camera that comes back leaves no copy behind', async () => {
    await name(page).fill('Volta com a Foto');
    const opening = page.waitForEvent('filechooser');
    await page.locator('#cadastroUnico').click();
    const chooser = await opening;
    expect(await storedIn(page, 'localStorage')).toContain('Volta com a Foto');
    await chooser.setFiles('e2e/support/files/nis.pdf');
    await expect.poll(() => storedIn(page, 'localStorage')).toBe('{}');
  });
});

test('an enrolment that is open in two tabs arrives once', async ({ page, server, mishaps }) => {
  await openForm(page);
  await test.step('two tabs of one enrolment: the other hears that it arrived, is empty, and stores nothing', async () => {
    const one = await expectOne(server);
    await fillEnrolment(page, { nomeCompleto: 'Duas Abas' });
    await expect.poll(() => storedIn(page, 'sessionStorage')).toContain('Duas Abas');
    const twin = await openTwin(page);
    await expect(name(twin)).toHaveValue('Duas Abas');
    await twin.locator('#escola').fill('Escola Exemplo');
    await send(page);
    await expect(toast(page)).toContainText(SENT);
    await expect(twin.getByRole('heading', { name: /Inscrição enviada!/ })).toBeVisible();
    await expect(name(twin)).toHaveValue('');
    await twin.reload();
    await twin.getByRole('button', { name: 'Inscrever outra pessoa' }).click();
    await expect(twin.locator('form button[type=submit]')).toBeVisible();
    await expect(name(twin)).toHaveValue('');
    for (const tab of [page, twin]) {
      expect(await storedIn(tab, 'sessionStorage')).not.toContain('rascunho');
      expect(await storedIn(tab, 'localStorage')).toBe('{}');
    }
    await one('Duas Abas');
    await twin.close();
  });
  await test.step('two tabs of one enrolment that send at once: one row, and both say so', async () => {
    const one = await expectOne(server);
    await enrolAnother(page, { ofFamily: false });
    await fillEnrolment(page, { nomeCompleto: 'Duas Abas ao Mesmo Tempo' });
    await expect.poll(() => storedIn(page, 'sessionStorage')).toContain('ao Mesmo Tempo');
    const twin = await openTwin(page);
    await twin.locator('#cadastroUnico').setInputFiles('e2e/support/files/nis.pdf');
    await expect(twin.getByText('Documento anexado: nis.pdf.')).toBeVisible();
    expect(mishaps).toEqual([]);
    const press = (tab: Page) =>
      tab.getByRole('button', { name: 'Enviar Inscrição' }).evaluateAll((buttons: HTMLElement[]) => {
        for (const button of buttons) button.click(); // without waiting: the form goes once the other has sent it
      });
    await Promise.all([press(page), press(twin)]);
    for (const tab of [page, twin])
      await expect(tab.getByRole('heading', { name: /Inscrição enviada!/ })).toBeVisible();
    await one('Duas Abas ao Mesmo Tempo');
    mishaps.length = 0; // one of them was told that it is there already
  });
});
