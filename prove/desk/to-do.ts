import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../kit/browser.ts';
import { signIn } from '../../kit/desk.ts';
import { startServer } from '../../kit/server.ts';
import { type Account, ADMIN } from '../../kit/site.ts';
import { textOfPdf } from '../pdf/read-pdf.ts';
import { disagreements, recordOf, waitingInWords } from './agreement.ts';
import { Volunteer } from './volunteer.ts';
import { enrolWaiting, prepareClasses } from './waiting-people.ts';

// `npm run prove -- to-do`: 300 enrolments (siblings, repeated ones, minors without a guardian, withdrawals, new
// documents; `-- to-do 40` fewer) worked down to 'Nada a fazer' in two browsers at once, of which one has no network for
// a minute; each family notified, each class list printed. Nothing is decided twice, and what a page said was done is
// stored.

const OFFLINE_MS = 60_000;
const SECOND: Account = { email: 'secretaria@example.com', password: 'outra senha só de teste' };

export async function run([given = '300']: string[]): Promise<number> {
  const people = Number(given);
  const server = await startServer({ environment: { LIMITS: 'relaxed' } });
  const executablePath = ensureBrowser() ?? undefined;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const desk = await signIn(server);
    await desk.ask('/auth/v1/admin/users', { body: { ...SECOND, current_password: ADMIN.password } });
    await prepareClasses(desk, people);
    await enrolWaiting(server, desk, people);
    console.log(`Enrolments that wait: ${await waitingInWords(desk)}`);
    const [latest] = await recordOf(desk);

    const began = performance.now();
    const one = await Volunteer.signedIn(browser, server.url, ADMIN);
    const other = await Volunteer.signedIn(browser, server.url, SECOND);

    // The second decision of the other is pressed without network, which comes back a minute later.
    const cutOff = async (seen: number) => {
      if (seen !== 1) return;
      const context = other.page.context();
      await context.setOffline(true);
      setTimeout(() => void context.setOffline(false), OFFLINE_MS);
    };
    const decideTogether = async () => {
      await one.decideEach(/^Pedido/);
      for (const age of ['Adolescente (12 a 17)', 'Adulto (18 ou mais)']) await one.approveTogether(age);
    };
    await Promise.all([decideTogether(), other.decideEach(/^A decidir/, 12, cutOff)]);
    // The other has a child open about whom nothing is doubtful, as those that are copied have been decided by now, while
    // this one approves it with everybody else of its age.
    await other.decideEach(/^A decidir/, 1, () => one.approveTogether('Criança (0 a 11)'));
    await Promise.all([one.notifyFamilies(), other.decideEach(/^A decidir/)]);
    await one.notifyFamilies();
    const wrong: string[] = [];
    for (const [who, { page }] of Object.entries({ one, other })) {
      await page.getByRole('link', { name: 'Inscrições', exact: true }).first().click();
      await page.reload();
      await page.getByRole('button', { name: /^A decidir/ }).click();
      const done = page.getByText(/^Nada a fazer\./);
      await done
        .waitFor()
        .catch(() => wrong.push(`the page of ${who} does not say that nothing is left to do`));
    }
    const pdfs = await one.printClassLists();
    const minutes = (performance.now() - began) / 60_000;

    const lists: string[] = [];
    for (const pdf of pdfs) lists.push((await textOfPdf(browser, pdf)).join('\n'));
    const found = await disagreements(desk, {
      entries: await recordOf(desk, latest?.number),
      decided: { [ADMIN.email]: one.decided, [SECOND.email]: other.decided },
      messages: one.messages,
      lists,
    });
    wrong.push(...found);
    if (other.overtaken !== 1) wrong.push(`the other was overtaken ${other.overtaken} times, not once`);
    for (const [who, { decided, clicks, keys }] of Object.entries({ one, other }))
      console.log(`${who}: ${decided} decided, ${clicks} clicks and ${keys} keys`);
    const families = new Set(one.messages.map(({ number }) => number)).size;
    console.log(
      `After ${minutes.toFixed(1)} minutes ${one.messages.length} messages to ${families} families were sent, ` +
        `${lists.length} class lists printed.`,
    );
    for (const words of wrong) console.log(`WRONG: ${words}`);
    return wrong.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await server.stop();
  }
}
