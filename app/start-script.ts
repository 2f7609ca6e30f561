import { SESSION_KEY } from './api/session-key.ts';

/**
 * The one script inside a page: it asks for the site's scripts when they can no
 * longer delay what is read. Pages that are only read wait for the first intent
 * of a person (a pointer on something that can be pressed, a key, the focus), so
 * that who only reads pays no data for them; the others load them once the page is there.
 */
export function startScript(address: string, scripts: readonly string[]): string {
  const load = `let load=()=>${JSON.stringify(scripts)}.map(s=>import(s));`;
  const when = AT_ONCE.includes(address) ? ON_PAINT : ON_INTENT;
  const session = address === '/admin/inscricoes' ? KEEPS_SESSION : '';
  return `{${PAINTED}${load}${when}${REMEMBER_PRESS}${CLOSE_MENU}${session}}`;
}

// Names are short: every page carries these lines, at most a kilobyte of them.

/**
 * `.painted` once the page has been painted: the display face, the pictures, the
 * manifest and the tab's icon are asked for then, and delay no word (an icon in the
 * page was counted with the words: 40 to 75 ms of LCP). In a tab that had them
 * before they are in the browser's cache, and wanted at once. The timer is for
 * browsers that cannot tell, and for tabs in the background.
 */
const PAINTED =
  `let d=document,r=d.documentElement,on=addEventListener,` +
  `painted=f=>on('load',()=>{setTimeout(f,500);try{new PerformanceObserver(l=>` +
  `l.getEntriesByName('first-contentful-paint')[0]&&f()).observe({type:'paint',buffered:true})}catch{}}),` +
  `mark=()=>{if(!r.matches('.painted')){r.classList.add('painted');` +
  `d.head.append(Object.assign(d.createElement('link'),{rel:'manifest',href:'/manifest.webmanifest'}));` +
  `d.querySelector('[rel=icon]').href='/favicon.svg'}` +
  `try{sessionStorage['cc-letra']=1}catch{}};` +
  `try{sessionStorage['cc-letra']?mark():painted(mark)}catch{painted(mark)};`;

/** Pages that do nothing without their scripts. */
const AT_ONCE = ['/projeto-social', '/admin/inscricoes'];

const ON_PAINT = `painted(load);`;

const ON_INTENT =
  `let n=['pointerover','keydown','focusin'],i=e=>{if(e.type!='pointerover'||e.target.closest('a,button,summary'))` +
  `n.map(t=>removeEventListener(t,i)),load()};n.map(t=>on(t,i));`;

/** What is pressed meanwhile is pressed again by typed-answers.ts. */
const REMEMBER_PRESS = `onclick=e=>{window.pressed=e.target.closest('main button')||window.pressed};`;

/** A choice in the menu closes it (SPEC §4), also while the site's scripts are on their way. */
const CLOSE_MENU = `on('click',e=>{e.target.closest('#menu a')&&d.getElementById('menu').hidePopover()});`;

/** Who is signed in does not see the way in flash by; `.keeps-session` is taken away when the session has been read. */
const KEEPS_SESSION = `try{if(sessionStorage['${SESSION_KEY}'])r.classList.add('keeps-session')}catch{}`;
