import { setTimeout as pause } from 'node:timers/promises';
import { brand } from '../../content/brand.ts';
import { contact, faq, hero, modalitiesHeading, offer, schedule } from '../../content/home.ts';
import { headerLinks } from '../../content/navigation.ts';
import { project } from '../../content/social-project.ts';
import { todayInBrazil } from '../../domain/dates.ts';
import { dayInFull } from '../../domain/state-texts.ts';
import { linesOfTheWeek } from '../../domain/timetable.ts';
import { runToItsEnd } from '../command.ts';
import { type Page, same } from './page.ts';
import type { Job } from './steps.ts';

/** Chooses in the site's menu, which a telephone shows once it is opened. */
export async function choose(page: Page, words: string): Promise<void> {
  const SHOWN = `return [...document.querySelectorAll('.header__toggle')].find((one) => one.getClientRects()[0])`;
  await (await page.engine.find(`${SHOWN} ?? null`))?.press();
  await page.press(words, 'header');
}

/** What a visitor meets on the home page. Source: docs/ux.md §9.2. */
export const visit: Job = async ({ page, step, server }) => {
  const inView = (selector: string) =>
    page.holds(
      `const { top, bottom } = document.querySelector(given[0]).getBoundingClientRect();
       return top >= 0 && bottom <= innerHeight;`,
      `${selector} in the window`,
      selector,
    );
  /** Waits until a picture has come. */
  const drawn = (selector: string) =>
    page.holds(
      'return document.querySelector(given[0]).naturalWidth > 0',
      `the picture ${selector}`,
      selector,
    );

  await step("the first screen says who this is, today's classes, two ways of one size", async () => {
    await page.open('/');
    for (const words of [brand.name, brand.kind, hero.tagline]) await page.sees(words, '.hero__title');
    const today = linesOfTheWeek(schedule, hero.today)[new Date(`${todayInBrazil()}T12:00Z`).getUTCDay()];
    same('today', await page.engine.run('return document.querySelector(".today").innerText.trim()'), today);
    const sizes = await page.engine.run<string[]>(
      `return [...document.querySelectorAll('.hero__ways > a')].map((way) => {
         const { width, height } = way.getBoundingClientRect();
         return [Math.round(width), Math.round(height), getComputedStyle(way).backgroundColor].join();
       });`,
    );
    same('ways', new Set(sizes).size, 1);
    await inView('.hero__ways');
    await drawn('.hero__picture img');
  });
  await step(
    'the band says three facts and leads to the form',
    async () => {
      for (const fact of offer.facts) await page.sees(fact, '.offer');
      await page.missesNow(offer.chat.label, '.offer');
      await page.press(offer.button);
      await page.sees(project.title, 'h1');
      await page.engine.back();
    },
    'breaks a load',
  ); // left while its scripts load
  await step('the way to the modalities scrolls to them, and their pictures come', async () => {
    await page.press(hero.button);
    await inView('#modalidades h2');
    await page.sees(modalitiesHeading.title, 'h2');
    await drawn('.card__picture img');
  });
  await step('the menu leads to the contact, below what is laid out late', async () => {
    await page.open('/');
    await choose(page, headerLinks.at(-1)?.text ?? '');
    await inView('#contato h2');
    await page.sees(contact.address.way, '#contato');
    await page.pressAndSee(faq[0]?.question ?? '', faq[0]?.answer ?? '', '#contato');
  });
  await step(
    'while the enrolment is closed the band says since when and until when, also once React is there',
    async () => {
      const closed = { nome: 'inscricoes', valor: { fecha: 'agora', abre: '2099-02-01' } };
      await runToItsEnd('desk', ['guardar_ajuste', JSON.stringify(closed)], server.folder);
      const isClosed = async () => (await (await fetch(`${server.url}/config.json`)).json()).periodo?.fechada;
      for (let tries = 0; tries < 300 && !(await isClosed()); tries++) await pause(100);
      await page.open('/');
      const says = async () => {
        await page.sees(offer.closed(dayInFull(new Date()), 'domingo, 1 de fevereiro de 2099'), '.offer');
        await page.sees(offer.chat.label, '.offer');
        await page.missesNow(offer.button, '.offer');
      };
      await says();
      await page.engine.key('Tab');
      await page.holds(
        `return Object.keys(document.querySelector('.offer')).some((name) => name.startsWith('__react'))`,
        'React on the page',
      );
      await says();
    },
  );
};
