import { dayInFull } from '../domain/day-in-full.ts';
import { SESSION_KEY } from './api/session-key.ts';

// The one script inside each page: it loads the site's scripts when they no longer
// delay the text. scripts/site.mjs bundles and minifies it for each page and writes
// it into the HTML, at most a kilobyte: hence arrow functions and `page`.

/** The page's address and the scripts that it needs; filled in by scripts/site.mjs. */
declare const PAGE_ADDRESS: string;
declare const PAGE_SCRIPTS: readonly string[];

/** Set in sessionStorage once this tab has shown a page: font and pictures are in the cache then. */
const SHOWN_BEFORE = 'cc-letra';

const page = document;
const { classList, dataset } = page.documentElement;

/**
 * Calls `work` once the page is shown: a frame after it is complete, and a moment for the screen to
 * have it. In a background tab that is when somebody looks.
 */
const afterFirstPaint = (work: () => void) =>
  addEventListener('load', () => requestAnimationFrame(() => setTimeout(work, 80)));

/**
 * `.painted` makes the styles ask for the display font and the pictures; the
 * manifest and the icon follow. An icon in the HTML itself delayed the text: 40 to
 * 75 ms of LCP.
 */
const markPainted = () => {
  classList.add('painted');
  for (const link of page.querySelectorAll<HTMLLinkElement>('[data-to]'))
    link.href = link.dataset.to as string;
};

/** Firefox and WebKit report a script that does not come because its page is left; the page itself answers every other one. */
const loadScripts = () => PAGE_SCRIPTS.map((script) => import(script).catch(() => {}));

/** Hovering counts only over something that can be pressed. `.used` lays out what home.css leaves for later. */
const onIntent = ({ type, target }: Event) => {
  if (type > 'p' && !(target as Element).closest('a,button,summary')) return;
  classList.add('used');
  loadScripts(); // once: a browser answers the next time with what it has
};

let shownBefore: string | undefined;
try {
  shownBefore = sessionStorage[SHOWN_BEFORE];
  sessionStorage[SHOWN_BEFORE] = 1;
} catch {} // forbidden: the next page waits for its first paint as well
if (shownBefore) markPainted();
else afterFirstPaint(markPainted);

// The forms and the desk do nothing without their scripts. The other pages wait for
// the visitor's first intent, so that reading alone costs no data.
if (
  PAGE_ADDRESS === '/projeto-social' ||
  PAGE_ADDRESS === '/projeto-social/situacao' ||
  PAGE_ADDRESS === '/admin/inscricoes'
)
  afterFirstPaint(loadScripts);
else for (const name of ['pointerover', 'keydown', 'focusin']) addEventListener(name, onIntent);

const showDay = () => {
  dataset.day = dayInFull(new Date());
};

/** As home/Offer.tsx shows it, which hydrates the element with whatever is in it. Without an answer the day is said again, which changes nothing: a function less. */
const showPeriod = () =>
  fetch('config.json')
    .then((answer) => answer.json())
    .then(({ periodo }) => {
      if (periodo?.fechada)
        (page.querySelector('time') as HTMLElement).innerText =
          dayInFull(periodo.de) + (periodo.ate ? ` até ${dayInFull(periodo.ate)}` : '');
    }, showDay);

// The home page: today's line of classes (hero.css); its pictures below the first screen
// (modalities.css); and whether the enrolment is closed, asked for when the project's band is in
// sight: at once in a wide window, else with the first scrolling.
if (PAGE_ADDRESS === '/') {
  showDay();
  page.onvisibilitychange = showDay; // a tab that stayed open over midnight
  if (innerWidth > 767) afterFirstPaint(showPeriod);
  page.onscroll = () => {
    page.onscroll = null;
    classList.add('scrolled');
    showPeriod();
  };
}

// site/hydration-answers.ts repeats the last press once the page can answer it, and ends this
// listener. A choice in the menu closes it (SPEC §4), also before the site's scripts are loaded.
page.onclick = ({ target }) => {
  const button = PAGE_ADDRESS === '/' ? null : (target as Element).closest<HTMLElement>('main button');
  if (button) window.pressed = button;
  (target as Element).closest('a')?.closest<HTMLElement>('#menu')?.hidePopover();
};
// Enter after the password presses the sign-in card's button, which submits nothing before hydration.
if (PAGE_ADDRESS === '/admin/inscricoes')
  window.onkeydown = ({ key, target }) => {
    if (key === 'Enter' && (target as HTMLInputElement).name === 'password')
      window.pressed = (target as HTMLInputElement).form?.querySelector<HTMLElement>('.button--primary');
  };

// `.has-code` hides the form of who has no link until SituationPage.tsx has read the link.
if (PAGE_ADDRESS === '/projeto-social/situacao' && location.hash[20]) classList.add('has-code');

// `.has-session` hides the login card until AdminPage.tsx has read the session.
try {
  if (PAGE_ADDRESS === '/admin/inscricoes' && sessionStorage[SESSION_KEY]) classList.add('has-session');
} catch {} // no storage, no session
