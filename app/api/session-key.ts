/** Where a tab keeps its session: in its sessionStorage, gone when the tab is closed. */
export const SESSION_KEY = 'cc-sessao';
