import { errorScreen } from '../../content/pages.ts';
import type { Job } from './job.ts';

const PATHS =
  '/ /projeto-social /projeto-social/ficha-em-branco /projeto-social/situacao /privacidade /acessibilidade /nao-existe /admin/manual /admin/inscricoes';

/** In the page: it loads nothing more, so that what its scripts do to it is done, and shows a heading and its text. */
const STANDS = `
  const loaded = () => performance.getEntriesByType('resource').length;
  for (let before = -1; before !== loaded(); ) {
    before = loaded();
    await new Promise((done) => setTimeout(done, 400));
  }
  const isSeen = (one) => one.getClientRects().length > 0;
  const { innerText } = document.body;
  return innerText.length > 300 && !innerText.includes(given[0]) && [...document.querySelectorAll('h1')].some(isSeen);`;
/** In the page: the first of a kind that somebody sees, brought into view. */
const SEEN = `const found = [...document.querySelectorAll(given[0])].find((one) => one.getClientRects().length > 0);
  found?.scrollIntoView({ block: 'center', behavior: 'instant' });
  return found ?? null;`;
/** In the page: the links to other pages of the site that somebody sees. */
const LINKS = `const links = [...document.links].filter((one) => one.getClientRects().length > 0 && !one.target
  && one.origin === location.origin && one.pathname !== location.pathname && !/[.]/.test(one.pathname));`;

/** Every page opened, touched, left by a link that leads on, come back to and gone forward to: it never turns blank. */
export const goThrough: Job = async ({ page, step }) => {
  const { engine } = page;
  const stands = (path: string) =>
    page.holds(
      `if (given[1] !== location.pathname) return false; ${STANDS}`,
      `${path} to stand`,
      errorScreen.crashed.title,
      path,
    );
  const pressed = new Set<string>();
  for (const path of PATHS.split(' '))
    await step(`${path}: opened, touched, left and come back to`, async () => {
      await page.open(path);
      await stands(path);
      for (const kind of ['h1', 'main summary']) {
        await (await engine.find(SEEN, kind))?.press();
        await stands(path);
      }
      const links = await engine.run<string[]>(`${LINKS} return links.map(({ pathname }) => pathname);`);
      const fresh = [...new Set(links)].filter((link) => !pressed.has(link));
      for (const link of fresh.length > 0 ? fresh : links.slice(0, 1)) {
        pressed.add(link);
        const way = `${LINKS} return links.find(({ pathname }) => pathname === given[0]) ?? null;`;
        await (await engine.find(way, link))?.press();
        await stands(link);
        await engine.back();
        await stands(path);
        await engine.forward();
        await stands(link);
        await engine.back();
      }
    }).catch(() => {}); // the other pages are gone through all the same
};
