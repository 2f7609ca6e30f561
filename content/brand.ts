/**
 * Who the centre is. These values are samples, plainly so: change them first.
 * Phones are national digits (DDD + number); the pages format them and build the links.
 */
export const brand = {
  name: 'Arena Exemplo',
  /** SPEC §1: the hero's subtitle. */
  kind: 'Centro de Treinamento',
  /** SPEC §2: the footer's line. */
  tagline: 'Transformando vidas através das artes marciais',
  /** SPEC §9: fixed. */
  footerYear: 2024,
  phone: '62900000000',
  email: 'contato@example.com',
  city: 'Cidade Exemplo',
  state: 'GO',
  address: 'Rua Exemplo, 100, Setor Central, Cidade Exemplo, GO, CEP 76000-000',
  mapUrl: 'https://www.openstreetmap.org/search?query=Cidade%20Exemplo%20GO',
  /** When somebody answers at the desk. One line each. */
  hours: ['Segunda a sexta, das 14h às 21h', 'Sábado, das 8h às 12h'],
  /** Instagram and Facebook show the same handle, in the same style (SPEC §2). */
  handle: '@arenaexemplo',
  instagramUrl: 'https://www.instagram.com/arenaexemplo',
  facebookUrl: 'https://www.facebook.com/arenaexemplo',
  cnpj: '00.000.000/0000-00',
  /** The person at the centre who answers about personal data. A role, not a name. */
  dataContact: 'Secretaria do projeto',
} as const;

/** True while the sample values above are still in use; the start-up log and the admin page say so. */
export const samplesUnchanged: boolean = brand.name.toString() === 'Arena Exemplo';
