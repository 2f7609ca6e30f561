import type { Locator, Page } from '@playwright/test';
import { desk as words } from '../../content/desk.ts';

/** What somebody at the desk does in a page: each click, choice and key counts as one action. */
export class Volunteer {
  readonly page: Page;
  actions = 0;
  /** First words of the names of whom this person approved one by one, as the page said it. */
  readonly approved = new Set<string>();
  /** How many the page said were approved together. */
  together = 0;

  constructor(page: Page) {
    this.page = page;
  }

  readonly button = (name: string | RegExp, within: Page | Locator = this.page) =>
    within.getByRole('button', { name, exact: true });
  readonly chip = (name: RegExp) => this.button(name, this.page.getByRole('group', { name: 'Para fazer' }));
  readonly detail = () => this.page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
  readonly rows = () => this.page.locator('.enrolments__row');
  /** Whose enrolment is open. */
  readonly name = async () => (await this.detail().locator('.detail__name').textContent()) ?? '';

  async press(control: Locator): Promise<void> {
    this.actions += 1;
    await control.click();
  }

  async choose(control: Locator, option: string): Promise<void> {
    this.actions += 1;
    await control.selectOption(option);
  }

  /** Shows what waits under a chip, and gives how many rows there are on the page. */
  async show(chip: RegExp): Promise<number> {
    if ((await this.chip(chip).getAttribute('aria-pressed')) === 'false') await this.press(this.chip(chip));
    await this.page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    await this.rows().or(this.page.locator('.admin__empty')).first().waitFor();
    return this.rows().count();
  }

  /** Approves everybody of an age who is not doubtful, page by page, each in the class that is suggested. */
  async approveTogether(age: string): Promise<void> {
    await this.show(/^Novas/);
    await this.press(this.button(/^Filtros/));
    await this.choose(this.page.getByLabel('Idade', { exact: true }), age);
    this.actions += 1;
    await this.page.keyboard.press('Escape');
    await this.choose(this.page.getByLabel('Por página'), '100');
    for (;;) {
      await this.page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
      await this.press(this.page.getByLabel('Marcar todas'));
      await this.press(this.button('Aprovar em…'));
      const submit = this.page.getByRole('dialog').locator('[type="submit"]');
      await submit.filter({ hasText: /^Aprovar \d/ }).waitFor();
      if (await submit.isDisabled()) {
        await this.press(this.button('Cancelar'));
        break; // all that are left are doubtful
      }
      await this.press(submit);
      const full = this.button('Deixar como estão');
      const result = this.page.getByRole('region', { name: 'O que fazer com as marcadas' });
      await full.or(result).waitFor({ timeout: 120_000 });
      const wasFull = await full.isVisible();
      if (wasFull) await this.press(full);
      const said = await result.locator('.bulk-result__said').textContent();
      this.together += Number(/^\d+/.exec(said ?? '')?.[0] ?? 0);
      await this.press(this.button('Fechar', result));
      if (wasFull || (await this.rows().count()) === 0) break;
    }
    await this.press(this.button(/^Tirar filtro Idade/));
  }

  /** Opens the first of the list and decides one after the other, by the button that is offered, until `enough`. */
  async decideEach(
    enough: (decided: number) => boolean,
    around = async (_decided: number) => {},
  ): Promise<void> {
    await this.press(this.button(/^Ver inscrição de/).first());
    for (let decided = 0; !enough(decided); decided += 1) {
      await this.detail().locator('.decision__likely .button--primary:enabled').first().waitFor();
      await this.detail().getByRole('heading', { name: 'Histórico' }).waitFor(); // all of it has come
      await around(decided);
      if (!(await this.decideOne())) break;
    }
    this.actions += 1;
    await this.page.keyboard.press('Escape');
    await this.detail().waitFor({ state: 'detached' });
  }

  /** Decides about the open one, and goes on; false when it is the last. */
  async decideOne(): Promise<boolean> {
    const name = await this.name();
    if (name.startsWith('Cópia')) await this.refuse();
    else {
      const guardian = this.button('Responsável confirmou', this.detail());
      if (name.startsWith('Só') && (await guardian.getAttribute('aria-pressed')) === 'false')
        await this.press(guardian);
      const goesOn = !/^Lista de espera/.test((await this.primary().textContent()) ?? '');
      await this.press(this.primary());
      const anyway = this.button('Aprovar assim mesmo');
      await this.settled(name, goesOn, anyway);
      if (await anyway.isVisible()) {
        await this.press(anyway);
        await this.settled(name, true);
      }
    }
    const said = this.detail().locator('.decision__said');
    const [first = ''] = name.split(' ');
    if (((await said.textContent()) ?? '').includes(`${first} aprovada`)) this.approved.add(first);
    if ((await this.name()) !== name) return true;
    if (((await said.textContent()) ?? '').includes(words.lastOne)) return false;
    await this.press(this.button('Próxima inscrição', this.detail()));
    await this.settled(name, true);
    return (await this.name()) !== name;
  }

  private readonly primary = () => this.detail().locator('.decision__likely .button--primary').first();

  private async refuse(): Promise<void> {
    const name = await this.name();
    await this.press(this.button('Mais', this.detail()));
    await this.press(this.button('Não aprovada', this.detail()));
    await this.detail()
      .getByLabel(/^Motivo/)
      .fill('Inscrição repetida.');
    this.actions += 1;
    await this.press(this.button('Gravar e ir à próxima', this.detail()));
    await this.settled(name, true);
  }

  /** Waits until the page says what became of the open one, and where it goes on by itself, until another is open. */
  private async settled(name: string, goesOn: boolean, ...others: Locator[]): Promise<void> {
    const another = this.detail().locator('.detail__name').filter({ hasNotText: name });
    const ends = [words.lastOne, words.changedMeanwhile, ...(goesOn ? [] : ['Situação gravada'])];
    const said = this.detail()
      .locator('.decision')
      .getByText(new RegExp(ends.join('|')))
      .first();
    const seen = others.reduce((all, other) => all.or(other), another.or(said));
    await seen.first().waitFor({ timeout: 150_000 });
  }

  /** Confirms that whoever asked to withdraw does. */
  async confirmWithdrawals(): Promise<void> {
    while ((await this.show(/^Pedido/)) > 0) {
      await this.press(this.button(/^Ver inscrição de/).first());
      for (;;) {
        const name = await this.name();
        await this.press(this.button('Confirmar a desistência', this.detail()));
        await this.detail().locator('.detail__facts', { hasText: 'Desistiu' }).waitFor();
        await this.press(this.button('Próxima inscrição', this.detail()));
        await this.settled(name, true);
        if ((await this.name()) === name) break;
      }
      this.actions += 1;
      await this.page.keyboard.press('Escape');
      await this.detail().waitFor({ state: 'detached' });
    }
  }

  /** Tells every family that waits; how many messages were sent. */
  async tellFamilies(): Promise<number> {
    let notified = 0;
    while ((await this.show(/^A avisar/)) > 0) {
      await this.press(this.button(/^Avisar \d+ família/));
      const dialog = this.page.getByRole('dialog', { name: /^Avisar/ });
      const chat = dialog.getByRole('link', { name: /Abrir o WhatsApp/ });
      const end = dialog.getByText(/famílias? avisadas?/);
      for (;;) {
        await chat.or(end).first().waitFor();
        if (!(await chat.isVisible())) break;
        const conversation = this.page.context().waitForEvent('page');
        await this.press(chat);
        await (await conversation).close();
        await this.press(this.button('Sim, mandei', dialog));
        await this.button('Sim, mandei', dialog).waitFor({ state: 'detached' });
        notified += 1;
      }
      await this.press(this.button('Fechar', dialog));
    }
    return notified;
  }

  /** Prints the list of each class; how many people stand on all of them. */
  async printClassLists(): Promise<number> {
    await this.press(this.button('Mais'));
    await this.press(this.button('Lista da turma'));
    const dialog = this.page.getByRole('dialog', { name: 'Lista da turma' });
    const choice = dialog.getByRole('combobox', { name: 'Turma' });
    let people = 0;
    for (const option of await choice.locator('option').allTextContents()) {
      await this.choose(choice, option);
      await this.press(this.button('Imprimir lista', dialog));
      await this.page.locator('.print-root tbody tr').first().waitFor({ state: 'attached' });
      people += await this.page.locator('.print-root tbody tr').count();
      await this.page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
      await this.page.locator('.print-root').waitFor({ state: 'detached' });
    }
    await this.press(this.button('Fechar', dialog));
    return people;
  }
}
