import { overlaid } from './published.ts';

export type Brand = {
  name: string;
  siteUrl: string;
  kind: string;
  tagline: string;
  footerYear: number;
  phone: string;
  email: string;
  street: string;
  city: string;
  state: string;
  postalCode: string;
  mapUrl: string;
  position: { latitude: number; longitude: number } | null;
  hours: readonly string[];
  handle: string;
  instagramUrl: string;
  facebookUrl: string;
  cnpj: string;
  host: string;
  minimumAge: string;
  answerDays: number;
  dataContact: string;
};

/**
 * Who the centre is. These values are samples: change them first, here or, for most of them, in 'Ajustes → Centro',
 * which wins.
 * Phones are national digits (DDD + number); the pages format them and build the links.
 */
export const brand: Brand = {
  name: 'Arena Exemplo',
  /** Where the site is published, without a slash at the end: for search engines, shared links and the printed QR code. SITE_URL wins. */
  siteUrl: 'https://www.example.com',
  /** SPEC §1: the hero's subtitle. */
  kind: 'Centro de Treinamento',
  /** SPEC §2: the footer's line. */
  tagline: 'Transformando vidas através das artes marciais',
  /** SPEC §9: fixed. */
  footerYear: 2024,
  phone: '62900000000',
  email: 'contato@example.com',
  street: 'Rua Exemplo, 100, Setor Central',
  city: 'Cidade Exemplo',
  state: 'GO',
  postalCode: '76000-000',
  /** '': the map looks the address up. */
  mapUrl: '',
  /** Degrees, as maps show them; null when unknown. */
  position: { latitude: -15.9, longitude: -49.9 },
  /** When the desk is open, a line each. */
  hours: ['Segunda a sexta, das 14h às 21h', 'Sábado, das 8h às 12h'],
  /** Instagram and Facebook show the same handle, in the same style (SPEC §2). */
  handle: '@arenaexemplo',
  instagramUrl: 'https://www.instagram.com/arenaexemplo',
  facebookUrl: 'https://www.facebook.com/arenaexemplo',
  cnpj: '00.000.000/0000-00',
  /** Who hosts the site and its data. */
  host: 'empresa de hospedagem de exemplo',
  /** Youngest age that trains, as people say it. */
  minimumAge: 'A partir de 5 anos',
  /** Within how many days an enrolment is read. */
  answerDays: 15,
  /** Who answers questions about personal data: a role, not a name. */
  dataContact: 'Secretaria do projeto',
};

/** The values above. */
export const written = overlaid('quem_somos', brand);

/** True while the sample values above are still in use; the start-up log and the admin page say so. */
export const samplesUnchanged: boolean = brand.name === 'Arena Exemplo';
