import { weekdayAtCentre } from '../domain/weekday-at-centre.ts';
import { SESSION_KEY } from './api/session-key.ts';

// The one script inside each page: it loads the site's scripts when they no longer
// delay the text. scripts/site.mjs bundles and minifies it for each page and writes
// it into the HTML, at most a kilobyte: hence arrow functions and `page`.

/** The page's address and the scripts that it needs; filled in by scripts/site.mjs. */
declare const PAGE_ADDRESS: string;
declare const PAGE_SCRIPTS: readonly string[];
/** What it needs after signing in, fetched with the first intent; `''` for nothing. */
declare const LATER_SCRIPT: string;

/** Set in sessionStorage once this tab has shown a page: font and pictures are in the cache then. */
const SHOWN_BEFORE = 'cc-letra';

const page = document;
/** The element of site/Header.tsx with this id: the shortest name for it. */
declare const menu: HTMLDetailsElement;
/** By name where it is used twice: the bundler repeats a defined value at each use. */
const scripts = PAGE_SCRIPTS;
const { classList, dataset } = page.documentElement;
const frame = requestAnimationFrame;

/**
 * Calls `work` once the page is shown: this script is its last, so the next frame has all of it, the
 * one after that comes when it was drawn, and a moment later the screen has it. In a background tab
 * that is when somebody looks. Never after `load`: that waits for the font, which on a bad line does
 * not come.
 */
const afterFirstPaint = (work: () => void) => frame(() => frame(() => setTimeout(work, 80)));

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

/** These need scripts sooner than the pages that are read: every sign of a person counts, and but for the sign-in they are fetched ahead. */
const HAS_FORM =
  PAGE_ADDRESS === '/projeto-social' ||
  PAGE_ADDRESS === '/projeto-social/situacao' ||
  PAGE_ADDRESS === '/admin/inscricoes';

/** Firefox and WebKit report a script that does not come because its page is left; the page itself answers every other one. */
const loadScripts = () => {
  (HAS_FORM ? scripts : PAGE_SCRIPTS).map((script) => import(script).catch((error) => error)); // once: a browser answers the next time with what it has
  if (LATER_SCRIPT) fetchAhead(LATER_SCRIPT);
};

const fetched: Record<string, unknown> = {};
/**
 * Fetches a script and what it imports into the browser's cache; nothing is evaluated. Of the page's first
 * script, by far the largest, the text is not read: it imports nothing that the others do not (held by
 * e2e/site/speed.e2e.ts). The configuration says whether the enrolment is closed, which is shown at once.
 */
const fetchAhead = (file: string) => {
  fetched[file] ??= fetch(file, { priority: 'low' })
    .then((answer) => answer[file === scripts[0] ? 'blob' : 'text']() as Promise<string>)
    .then(
      (text) => {
        text.replace?.(/[mt]"\.(\/.+?)"/g, (_, name) => fetchAhead(`/assets${name}`) as never);
        if (PAGE_ADDRESS === '/projeto-social' && text[0] === '{') {
          const { periodo } = JSON.parse(text);
          // also where the configuration does not say it, as on Supabase
          if (periodo?.fechada ?? periodo !== null) loadScripts();
        }
      },
      () => {}, // asked for again when it is needed
    );
};

/** Hovering counts only over something that can be pressed. `.used` lays out what home.css leaves for later. */
const onIntent = ({ type, target }: Event) => {
  if (type > 'p' && !(target as Element).closest(PAGE_ADDRESS === '/' ? 'a,summary' : 'a,button,summary'))
    return;
  classList.add('used');
  loadScripts();
};

let shownBefore: string | undefined;
/** Truthy when scripts have something to show at once: a stored draft, confirmation or session (any key of ours but the mark above), or a link's enrolment. */
let isAwaited: unknown;
try {
  shownBefore = sessionStorage[SHOWN_BEFORE];
  sessionStorage[SHOWN_BEFORE] = 1;
  if (PAGE_ADDRESS === '/admin/inscricoes') {
    isAwaited = sessionStorage[SESSION_KEY];
    if (isAwaited) classList.add('has-session'); // hides the login card until AdminPage.tsx has read the session
  } else if (HAS_FORM) isAwaited = /cc-[^l]/.test(JSON.stringify([sessionStorage, localStorage]));
} catch {} // forbidden: the next page waits for its first paint as well; no storage, no session
if (shownBefore) markPainted();
else afterFirstPaint(markPainted);

// The home page: today's line of classes (hero.css), and a notice whose last day is over, also in a tab that stayed open over midnight.
if (PAGE_ADDRESS === '/')
  // biome-ignore lint/suspicious/noAssignInExpressions: four bytes less than a name for it
  (page.onvisibilitychange = () => {
    dataset.day = weekdayAtCentre(Date.now()) as never; // becomes text
    for (const one of page.querySelectorAll<HTMLElement>('[data-until]'))
      one.hidden = Date.now() > Number(one.dataset.until);
  })();

// Reading alone costs no data, and no page runs a script before somebody acts: in a page with a
// form that is also scrolling towards it. What is stored, a link's code and a closed enrolment
// are shown at once.
// A pointer that rests over the page is reported as it loads: over a form only a press counts.
for (const name of [HAS_FORM ? 'pointerdown' : 'pointerover', 'keydown', 'focusin'])
  addEventListener(name, HAS_FORM ? loadScripts : onIntent);
if (HAS_FORM)
  afterFirstPaint(() => {
    if (PAGE_ADDRESS !== '/admin/inscricoes') scripts.map(fetchAhead); // a computer's line is fast enough for the first press
    if (PAGE_ADDRESS === '/projeto-social') fetchAhead('/config.json');
    if (isAwaited) loadScripts();
  });
if (PAGE_ADDRESS === '/' || PAGE_ADDRESS === '/projeto-social')
  page.onscroll = () => {
    page.onscroll = null;
    if (HAS_FORM) return loadScripts();
    classList.add('moved'); // the pictures below the first screen (modalities.css)
  };

// Our server has written what settings decide into these pages, and took the marks away; a static host cannot.
if (PAGE_ADDRESS === '/privacidade' || PAGE_ADDRESS === '/projeto-social/ficha-em-branco')
  if (page.querySelector('[data-words]')) afterFirstPaint(loadScripts);

// site/hydration-answers.ts repeats the last press once the page can answer it, and ends this
// listener. A choice in the menu closes it (SPEC §4), and a press outside, also before the site's scripts are loaded.
page.onclick = ({ target }) => {
  const button = PAGE_ADDRESS === '/' ? null : (target as Element).closest<HTMLElement>('main button');
  if (button) window.pressed = button;
  if (!menu.contains(target as Element)) menu.open = false;
  if (HAS_FORM) loadScripts(); // pressed by what has no pointer, as a screen reader does
};
// Enter after the password presses the sign-in card's button, which submits nothing before hydration.
if (PAGE_ADDRESS === '/admin/inscricoes')
  window.onkeydown = ({ key, target }) => {
    if (key === 'Enter' && (target as HTMLInputElement).name === 'password')
      window.pressed = page.querySelector<HTMLElement>('.button--primary');
  };

// `.has-code` hides the form for families without a link until SituationPage.tsx has read the link.
if (PAGE_ADDRESS === '/projeto-social/situacao') {
  window.onhashchange = loadScripts; // a link that comes to a tab with the page
  if (location.hash) {
    isAwaited = true;
    if (location.hash[20]) classList.add('has-code');
  }
}

// A link in which an app has written the `#` as `%23` is an address that is not there.
if (PAGE_ADDRESS === '/404') {
  const [path, ...rest] = location.pathname.split(/%(?:25)*23/);
  if (rest.length > 0) location.replace(`${location.origin}${path}${location.search}#${rest.join('')}`);
}
