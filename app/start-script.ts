import { SESSION_KEY } from './api/session-key.ts';

// The one script inside each page: it loads the site's scripts when they no longer
// delay the text. scripts/site.mjs bundles and minifies it for each page and writes
// it into the HTML, at most a kilobyte: hence arrow functions and `page`.

/** The page's address and the scripts that it needs; filled in by scripts/site.mjs. */
declare const PAGE_ADDRESS: string;
declare const PAGE_SCRIPTS: readonly string[];

/** Set in sessionStorage once this tab has painted a page: font and pictures are in the cache then. */
const PAINTED_BEFORE = 'cc-letra';

const HOVER = 'pointerover';
const INTENT_EVENTS = [HOVER, 'keydown', 'focusin'];

const page = document;
const root = page.documentElement;

/** Calls `work` once or twice: the timer is for browsers that report no paint, and for background tabs. */
const afterFirstPaint = (work: () => void) =>
  addEventListener('load', () => {
    setTimeout(work, 500);
    try {
      new PerformanceObserver((entries) => {
        if (entries.getEntriesByName('first-contentful-paint')[0]) work();
      }).observe({ type: 'paint', buffered: true });
    } catch {} // the timer is enough
  });

/**
 * `.painted` makes the styles ask for the display font and the pictures; the
 * manifest and the icon follow. An icon in the HTML itself delayed the text: 40 to
 * 75 ms of LCP.
 */
const markPainted = () => {
  if (!root.matches('.painted')) {
    root.classList.add('painted');
    const manifest = { rel: 'manifest', href: '/manifest.webmanifest' };
    page.head.append(Object.assign(page.createElement('link'), manifest));
    (page.querySelector('[rel=icon]') as HTMLLinkElement).href = '/favicon.svg';
  }
  try {
    sessionStorage[PAINTED_BEFORE] = 1;
  } catch {} // forbidden: the next page waits for its first paint as well
};

/** Firefox and WebKit report a script that does not come because its page is left; the page itself answers every other one. */
const loadScripts = () => PAGE_SCRIPTS.map((script) => import(script).catch(() => {}));

/** Hovering counts only over something that can be pressed. `.used` lays out what home.css leaves for later. */
const onIntent = ({ type, target }: Event) => {
  if (type === HOVER && !(target as Element).closest('a,button,summary')) return;
  for (const name of INTENT_EVENTS) removeEventListener(name, onIntent);
  root.classList.add('used');
  loadScripts();
};

try {
  if (sessionStorage[PAINTED_BEFORE]) markPainted();
  else afterFirstPaint(markPainted);
} catch {
  afterFirstPaint(markPainted);
}

// The forms and the desk do nothing without their scripts. The other pages wait for
// the visitor's first intent, so that reading alone costs no data.
if (
  PAGE_ADDRESS === '/projeto-social' ||
  PAGE_ADDRESS === '/projeto-social/situacao' ||
  PAGE_ADDRESS === '/admin/inscricoes'
)
  afterFirstPaint(loadScripts);
else for (const name of INTENT_EVENTS) addEventListener(name, onIntent);

// The home page's pictures below its first screen, see modalities.css.
if (PAGE_ADDRESS === '/') page.onscroll = () => root.classList.add('scrolled');

// site/hydration-answers.ts repeats the last press once the page can answer it, and ends this
// listener. A choice in the menu closes it (SPEC §4), also before the site's scripts are loaded.
page.onclick = ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('main button');
  if (button) window.pressed = button;
  (target as Element).closest('#menu a')?.closest<HTMLElement>('#menu')?.hidePopover();
};
// Enter after the password presses the sign-in card's button, which submits nothing before hydration.
if (PAGE_ADDRESS === '/admin/inscricoes')
  window.onkeydown = ({ key, target }) => {
    if (key === 'Enter' && (target as HTMLInputElement).name === 'password')
      window.pressed = (target as HTMLInputElement).form?.querySelector<HTMLElement>('.button--primary');
  };

// `.has-code` hides the form of who has no link until SituationPage.tsx has read the link.
if (PAGE_ADDRESS === '/projeto-social/situacao' && location.hash[20]) root.classList.add('has-code');

// `.has-session` hides the login card until AdminPage.tsx has read the session.
try {
  if (PAGE_ADDRESS === '/admin/inscricoes' && sessionStorage[SESSION_KEY]) root.classList.add('has-session');
} catch {} // no storage, no session
