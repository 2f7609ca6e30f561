import { SESSION_KEY } from './api/session-key.ts';

/**
 * The one script inside a page: it asks for the site's scripts when they can no
 * longer delay what is read. Pages that are only read wait for the first intent
 * of a person (a pointer on something that can be pressed, a key, the focus), so
 * that who only reads pays no data for them; the others load them once the page is there.
 */
export function startScript(address: string, scripts: readonly string[]): string {
  const load = `let load=()=>{for(let script of ${JSON.stringify(scripts)})import(script)};`;
  const when = AT_ONCE.includes(address) ? ON_LOAD : ON_INTENT;
  const session = address.startsWith('/admin') ? KEEPS_SESSION : '';
  return `{${PAINTED};${load}${when}${REMEMBER_PRESS}${CLOSE_MENU}${session}}`;
}

/**
 * `.painted` once the page has been painted: the display face, the pictures and
 * the manifest are asked for then, and delay no word. In a tab that had them before
 * they are in the browser's cache, and wanted at once.
 */
const PAINTED =
  `let root=document.documentElement,` +
  `painted=then=>addEventListener('load',()=>{setTimeout(then,500);` + // who cannot tell, and tabs in the background
  `try{new PerformanceObserver(list=>list.getEntriesByName('first-contentful-paint')[0]&&then()).observe({type:'paint',buffered:true})}catch{}}),` +
  `mark=()=>{root.classList.add('painted');if(!document.querySelector('[rel=manifest]')){` +
  `let link=document.createElement('link');link.rel='manifest';link.href='/manifest.webmanifest';document.head.append(link)}` +
  `try{sessionStorage['cc-letra']=1}catch{}};` +
  `try{sessionStorage['cc-letra']?mark():painted(mark)}catch{painted(mark)}`;

/** Pages that do nothing without their scripts. */
const AT_ONCE = ['/projeto-social', '/admin/inscricoes'];

const ON_LOAD = `painted(load);`;

const ON_INTENT =
  `let events=['pointerover','keydown','focusin'],` +
  `intent=event=>{if(event.type!='pointerover'||event.target.closest('a,button,summary')){` +
  `for(let name of events)removeEventListener(name,intent);load()}};` +
  `for(let name of events)addEventListener(name,intent);`;

/** What is pressed meanwhile is pressed again by typed-answers.ts. */
const REMEMBER_PRESS =
  `onclick=event=>{let button=event.target.closest('main button');if(button){` +
  `document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');button.setAttribute('data-pressed','')}};`;

/** A choice in the menu closes it (SPEC §4), also while the site's scripts are on their way. */
const CLOSE_MENU = `addEventListener('click',event=>{if(event.target.closest('#menu a'))document.getElementById('menu').hidePopover()});`;

/** Who is signed in does not see the way in flash by; `.keeps-session` is taken away when the session has been read. */
const KEEPS_SESSION = `try{if(sessionStorage['${SESSION_KEY}'])root.classList.add('keeps-session')}catch{}`;
