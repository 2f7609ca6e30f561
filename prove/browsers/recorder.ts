/** Where the page fetches `RECORDER` and sends what was said when it is left. */
export const RECORDER_PATH = '/.said.js';
export const SAID_PATH = '/.said';

/**
 * Runs before everything else in the page: the console's messages, uncaught errors and
 * what the policy refuses, into `window.saidByPage`; what nobody has read yet is sent when the page goes.
 * The one way to hear WebKit, whose automated window forgets its console.
 */
export const RECORDER = `(() => {
  const said = [];
  Object.defineProperty(window, 'saidByPage', { value: said });
  const words = (one) => (one instanceof Error ? one.name + ': ' + one.message : String(one));
  for (const level of ['log', 'info', 'debug', 'warn', 'error', 'assert', 'trace']) {
    const speak = console[level];
    console[level] = (...all) => {
      if (level !== 'assert' || !all[0]) said.push('console.' + level + ': ' + all.map(words).join(' '));
      speak.apply(console, all);
    };
  }
  addEventListener('error', (event) => {
    const { target } = event;
    said.push(target === window || !target ? 'exception: ' + event.message : 'not loaded: ' + (target.src || target.href));
  }, true);
  addEventListener('unhandledrejection', (event) => said.push('unhandled: ' + words(event.reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    said.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI));
  addEventListener('pagehide', () => {
    if (said.length > 0) navigator.sendBeacon('${SAID_PATH}', JSON.stringify(said.splice(0)));
  });
})();`;

/** The page with the recorder before everything else. */
export const withRecorder = (html: string): string =>
  html.replace(/<head>/i, `<head><script src="${RECORDER_PATH}"></script>`);
