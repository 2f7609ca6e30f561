/** sessionStorage key of the administrator's session; it ends with the tab. */
export const SESSION_KEY = 'cc-sessao';
