/** Entries of the header, in order. `isRoute` false: `to` is a section of the home page. Source: SPEC §2, §3. */
export type HeaderLink = { to: string; text: string; isRoute: boolean };

export const headerLinks: readonly HeaderLink[] = [
  { to: '/', text: 'Início', isRoute: true },
  { to: 'modalidades', text: 'Modalidades', isRoute: false },
  { to: '/projeto-social', text: 'Projeto Social', isRoute: true },
  { to: 'contato', text: 'Contato', isRoute: false },
];

/** Pages linked in the footer. */
export const footerLinks: readonly { to: string; text: string }[] = [
  { to: '/privacidade', text: 'Privacidade' },
  { to: '/privacidade#direitos', text: 'Seus dados' },
  { to: '/acessibilidade', text: 'Acessibilidade' },
];
