import type { Browser, Locator, Page } from '@playwright/test';
import { accounts } from '../../content/accounts.ts';
import { classList } from '../../content/class-list.ts';
import { deciding } from '../../content/deciding.ts';
import { desk as words } from '../../content/desk.ts';
import { deskScreens } from '../../content/desk-screens.ts';
import { openEnrolment } from '../../content/open-enrolment.ts';
import { toDo } from '../../content/to-do.ts';
import { SITUATIONS } from '../../domain/desk/situations.ts';
import type { Account } from '../../kit/site.ts';
import { signInOn } from '../desk-page.ts';

/** A message that was opened in WhatsApp: to which number, and its text. */
export type Message = { number: string; text: string };

/** As the head of an open enrolment has them. */
const UNDECIDED: readonly string[] = [SITUATIONS.nova, SITUATIONS['em-analise']];

/** Longer than the minute without network, and the pause before a call is made again. */
const PATIENCE_MS = 150_000;

/** Somebody at the desk, in a browser of their own: what they press and type is counted, and what the page says of it. */
export class Volunteer {
  readonly page: Page;
  clicks = 0;
  keys = 0;
  /** How many decisions the page said were stored. */
  decided = 0;
  /** How many times the page said that somebody else had decided first. */
  overtaken = 0;
  readonly messages: Message[] = [];

  private constructor(page: Page) {
    this.page = page;
  }

  /** Signs in. What is sent to WhatsApp, or to the printer, goes no further than this. */
  static async signedIn(browser: Browser, url: string, account: Account): Promise<Volunteer> {
    const viewport = { width: 1280, height: 800 };
    const page = await browser.newPage({ viewport, reducedMotion: 'reduce', locale: 'pt-BR' });
    const volunteer = new Volunteer(page);
    await page.context().route('https://wa.me/**', (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      const number = pathname.slice('/55'.length);
      volunteer.messages.push({ number, text: searchParams.get('text') ?? '' });
      return route.fulfill({ body: 'conversa' });
    });
    await page.addInitScript(() => {
      window.print = () => void window.dispatchEvent(new Event('beforeprint'));
    });
    await signInOn(page, url, account);
    return volunteer;
  }

  private readonly button = (name: string | RegExp, within: Page | Locator = this.page) =>
    within.getByRole('button', { name, exact: true });
  private readonly rows = () => this.page.locator('.enrolments__row');
  private readonly detail = () => this.page.getByRole('dialog', { name: 'Detalhes da Inscrição' });
  private readonly inDetail = (name: string | RegExp) => this.button(name, this.detail());
  private readonly name = async () => (await this.detail().locator('.detail__name').textContent()) ?? '';

  private async press(control: Locator): Promise<void> {
    this.clicks += 1;
    await control.click();
  }

  /** Two clicks: one opens the list. */
  private async choose(control: Locator, option: string): Promise<void> {
    this.clicks += 2;
    await control.selectOption(option);
  }

  /** Shows what waits under a chip, as it is now; how many rows there are on the page. */
  async show(chip: RegExp): Promise<number> {
    const control = (options = {}) =>
      this.page.getByRole('group', { name: 'Para fazer' }).getByRole('button', { name: chip, ...options });
    const isPressed = async () => (await control().getAttribute('aria-pressed')) === 'true';
    if (await isPressed()) {
      await this.readAgain(); // which opens on what waits first
      await this.loaded();
    }
    if (!(await isPressed())) await this.press(control());
    return this.loaded();
  }

  /** Waits for the list; how many rows it has on the page. */
  private async loaded(): Promise<number> {
    await this.page.locator('table[aria-busy="true"], .loading').first().waitFor({ state: 'detached' });
    await this.rows().or(this.page.locator('.admin__empty')).first().waitFor();
    return this.rows().count();
  }

  /** F5. */
  async readAgain(): Promise<void> {
    this.keys += 1;
    await this.page.reload();
  }

  /** Approves everybody of an age who is not doubtful, page by page, in the class that is suggested, while it has places. */
  async approveTogether(age: string): Promise<void> {
    await this.show(/^A decidir/);
    await this.press(this.button(/^Filtros/));
    await this.choose(this.page.getByLabel('Idade', { exact: true }), age);
    this.keys += 1;
    await this.page.keyboard.press('Escape');
    for (let isFull = false; !isFull && (await this.loaded()) > 0; ) {
      await this.press(this.button(toDo.these.approve));
      const dialog = this.page.getByRole('dialog', { name: /^Aprovar / });
      const submit = dialog.locator('[type="submit"]');
      await submit.filter({ hasText: /^Aprovar \d+ em / }).waitFor();
      const [first = ''] = await dialog.locator('label:has(:checked) bdi').allTextContents();
      this.clicks += 1;
      if (await submit.click({ timeout: 5_000 }).catch(() => true)) {
        await this.press(this.button(toDo.cancel, dialog));
        break; // all that are left are doubtful, or have no place
      }
      const result = dialog.locator('[role=status] > p');
      await result.first().waitFor({ timeout: PATIENCE_MS });
      for (const silent = result.getByText(toDo.unknown); await silent.isVisible(); ) {
        await this.press(submit);
        await silent.waitFor({ state: 'hidden', timeout: 10_000 }).catch(() => {}); // or once more
      }
      isFull = await result.getByText(toDo.classFull).isVisible();
      this.decided += Number.parseInt((await result.first().textContent()) ?? '', 10) || 0;
      await this.press(this.button(toDo.close, dialog));
      if (!isFull) await this.rows().filter({ hasText: first }).waitFor({ state: 'hidden' }); // read anew
    }
    await this.press(this.button(/^Filtros/));
    await this.press(this.button('Limpar filtros', this.page.locator('.filters__panel')));
  }

  /** Opens the first under a chip and decides one after the other by what is offered, `most` at most; `before` each that is open. */
  async decideEach(
    chip: RegExp,
    most = Number.POSITIVE_INFINITY,
    before = async (_seen: number) => {},
  ): Promise<void> {
    for (let seen = 0, idle = 0; seen < most && (await this.show(chip)) > 0; ) {
      const { decided } = this;
      await this.press(this.button(/^Ver inscrição de/).first());
      do {
        await this.detail().getByRole('heading', { name: openEnrolment.history }).waitFor(); // all of it has come
        await before(seen++);
      } while ((await this.decideOne()) && seen < most);
      await this.press(this.inDetail(words.close));
      await this.detail().waitFor({ state: 'detached' });
      idle = decided === this.decided ? idle + 1 : 0; // others may have decided all of them
      if (idle > 3) throw new Error(`Nobody under ${chip} can be decided.`);
    }
  }

  /** Decides about the open one and goes on to the next; false when it is the last of the page. */
  private async decideOne(): Promise<boolean> {
    const name = await this.name();
    await this.decide(name.split(' ')[0] ?? '');
    const next = this.inDetail(deciding.next);
    if ((await next.getAttribute('aria-disabled')) === 'true') return false;
    await this.press(next);
    await this.detail().locator('.detail__name').filter({ hasNotText: name }).waitFor();
    return true;
  }

  /** Decides about the open one, and answers what the page asks. */
  private async decide(firstName: string): Promise<void> {
    const withdrawal = this.inDetail('Confirmar a desistência');
    if (await withdrawal.isVisible()) {
      await this.press(withdrawal);
      await this.detail().locator('.detail__facts', { hasText: 'Desistiu' }).waitFor();
      this.decided += 1;
      return;
    }
    const likely = this.detail().locator('.decision__likely .button--primary:enabled').first();
    const [situation = ''] = await this.detail().locator('.detail__facts .badge').allTextContents();
    if (!UNDECIDED.includes(situation)) return; // somebody else was here
    if (firstName.startsWith('Só')) {
      const confirmed = { name: openEnrolment.marks.responsavel };
      await this.press(this.detail().getByRole('checkbox', confirmed));
      await this.detail()
        .getByRole('checkbox', { ...confirmed, checked: true })
        .waitFor();
    }
    if (firstName.startsWith('Cópia')) await this.refuse();
    else await this.press(likely);
    const sure = this.inDetail(deciding.approveAnyway);
    const stored = this.inDetail(deciding.undo);
    const overtaken = this.detail().getByText(openEnrolment.changedMeanwhile);
    await sure.or(stored).or(overtaken).first().waitFor({ timeout: PATIENCE_MS });
    if (await sure.isVisible()) await this.press(sure);
    await stored.or(overtaken).first().waitFor({ timeout: PATIENCE_MS });
    if (!(await overtaken.isVisible())) {
      this.decided += 1;
      return;
    }
    this.overtaken += 1;
    const asked = this.inDetail(words.cancel); // the form says it, and stays
    if (await asked.isVisible()) await this.press(asked);
  }

  private async refuse(): Promise<void> {
    const reason = 'Inscrição repetida.';
    await this.press(this.inDetail(deciding.more));
    await this.press(this.inDetail('Não aprovada'));
    await this.detail()
      .getByLabel(/^Motivo/)
      .fill(reason);
    this.keys += reason.length;
    await this.press(this.inDetail(accounts.save));
  }

  /** Sends its message to every family that waits for one. */
  async notifyFamilies(): Promise<void> {
    while ((await this.show(/^A avisar/)) > 0) {
      await this.press(this.button(/^Avisar \d+ família/));
      const dialog = this.page.getByRole('dialog', { name: /^Avisar/ });
      const chat = dialog.getByRole('link', { name: /Abrir o WhatsApp/ }).first();
      const sent = this.button('Sim, mandei', dialog);
      const end = dialog.getByText(/famílias? avisadas?/);
      for (;;) {
        await chat.or(end).first().waitFor();
        if (await end.isVisible()) break;
        const conversation = this.page.context().waitForEvent('page');
        await this.press(chat);
        await (await conversation).close();
        await this.press(sent);
        await sent.waitFor({ state: 'detached' });
      }
      await this.press(this.button('Fechar', dialog));
    }
  }

  /** Prints the list of each class; as PDFs. */
  async printClassLists(): Promise<Buffer[]> {
    const screens = this.page.getByRole('navigation', { name: 'Área da equipe' });
    await this.press(screens.getByRole('link', { name: deskScreens.turmas.link }));
    const classes = this.page.getByRole('button', { name: /^Lista.* da turma/ });
    await classes.first().waitFor();
    const lists: Buffer[] = [];
    for (const list of await classes.all()) {
      await this.press(list);
      const sheet = this.page.locator('.print-root');
      const pupil = sheet.locator('tbody tr').first();
      await pupil.or(this.page.getByText(classList.emptied)).waitFor({ state: 'attached' });
      if ((await sheet.count()) === 0) continue;
      lists.push(await this.page.pdf({ preferCSSPageSize: true })); // ends the printing
      await sheet.waitFor({ state: 'detached' });
    }
    return lists;
  }
}
