import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { brand, samplesUnchanged } from '../../content/brand.ts';
import {
  askAbout,
  faq,
  faqHeading,
  firstClass,
  hero,
  home,
  modalities,
  schedule,
  testimonials,
  testimonialsHeading,
  timetable,
} from '../../content/home.ts';
import { sayOf } from '../../content/published.ts';
import { addressInWords, chatLink, telLink } from '../../domain/contact.ts';
import { live } from '../../tests/support/screens/live.tsx';
import { ROOT } from '../../tests/support/sources.ts';
import { Footer } from '../site/Footer.tsx';
import { HomePage } from './HomePage.tsx';

// The prerendered home page with the sample’s words, checked against SPEC.md as it stands, letter by letter.

const SPEC = readFileSync(join(ROOT, 'SPEC.md'), 'utf8');
const section = (number: number) => SPEC.split(/^##? /m).find((part) => part.startsWith(`${number}. `)) ?? '';

const html = renderToStaticMarkup(
  <>
    <HomePage />
    <Footer />
  </>,
);
/** Each text between two tags, in order. */
const textsIn = (part: string) => part.split(/<[^>]*>/).filter((text) => text.trim() !== '');

/** What SPEC says in English, as the page says it. */
const IN_PORTUGUESE: Readonly<Record<string, string>> = {
  'changing your life through martial arts': 'Mude sua vida através das artes marciais.',
  'ground and standing techniques': 'Técnicas no chão e em pé',
  'beginner and advanced classes': 'Turmas para iniciantes e avançados',
  'punches, kicks, knees and elbows': 'Socos, chutes, joelhadas e cotoveladas',
  'functional and technical training': 'Treino funcional e técnico',
  'classes of 1 hour': 'Aulas de 1 hora',
  'personalised training': 'Treino personalizado',
  'individual follow-up': 'Acompanhamento individual',
  'flexible hours': 'Horários flexíveis',
  'Mon-Fri': 'Segunda a sexta',
  'Mon-Thu': 'Segunda a quinta',
  'by arrangement': 'A combinar',
  '-': '—',
};
const inPortuguese = (english: string) => {
  expect(IN_PORTUGUESE, 'a translation of what SPEC says').toHaveProperty([english]);
  return IN_PORTUGUESE[english] ?? '';
};

test.runIf(samplesUnchanged)('the hero has the subtitle, the tagline and the button of SPEC §1', () => {
  const quoted = [...section(1).matchAll(/'([^']+)'/g)].map(([, text = '']) => text);
  expect(quoted).toHaveLength(2);
  const [tagline = ''] = /changing your life[\w ]+/.exec(section(1)) ?? [];
  const [hero = ''] = /<section[^>]*id="inicio".*?<\/section>/s.exec(html) ?? [];
  expect(textsIn(hero)).toEqual(expect.arrayContaining([...quoted, inPortuguese(tagline)]));
  const [button] = new RegExp(`<a [^>]*>${quoted[1]}</a>`).exec(hero) ?? [];
  expect(button).toContain('href="#modalidades"');
  expect(button).toContain('role="button"');
});

test.runIf(samplesUnchanged)(
  'the cards are the modalities of SPEC §9, in its order, with its features first',
  () => {
    const [list = ''] = /^- Modalities:\n(?: {2}.*\n)+/m.exec(section(9)) ?? [];
    const modalities = [...list.matchAll(/^ {2}- (.+?): (.+)\.$/gm)].map(([, name = '', features = '']) => ({
      name,
      features: features.split(features.includes(';') ? '; ' : ', ').map(inPortuguese),
    }));
    const cards = html.match(/<article.*?<\/article>/gs) ?? [];
    expect(cards).toHaveLength(3);
    const shown = cards.map((card, at) => ({
      name: textsIn(card)[0],
      features: [...card.matchAll(/<li>(.*?)<\/li>/g)]
        .map(([, feature]) => feature)
        .slice(0, modalities[at]?.features.length),
    }));
    expect(shown).toEqual(modalities);
  },
);

test.runIf(samplesUnchanged)('the timetable is that of SPEC §9, row by row', () => {
  const rows = [...section(9).matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|$/gm)]
    .map(([, name = '', time = '', days = '']) => [name, time, days])
    .filter(([name]) => name !== 'Class' && name !== '---');
  expect(rows).toHaveLength(4);
  const [body = ''] = /<tbody.*?<\/tbody>/s.exec(html) ?? [];
  expect((body.match(/<tr.*?<\/tr>/gs) ?? []).map(textsIn)).toEqual(
    rows.map(([name, time = '', days = '']) => [
      name,
      /^\d\d:\d\d$/.test(time) ? time : inPortuguese(time),
      inPortuguese(days),
    ]),
  );
});

test.runIf(samplesUnchanged)('the footer has the year, and every testimonial the stars, of SPEC §9', () => {
  const [, year] = /^- Footer year: (\d+)\.$/m.exec(section(9)) ?? [];
  const [, stars] = /^- Rating on all testimonials: (\d) stars\.$/m.exec(section(9)) ?? [];
  expect(textsIn(html).filter((text) => text.startsWith('©'))).toEqual([
    expect.stringMatching(new RegExp(`^© ${year} .+\\. Todos os direitos reservados\\.$`)),
  ]);
  const said = html.match(/<figure.*?<\/figure>/gs) ?? [];
  expect(said).toHaveLength(3);
  for (const one of said) {
    expect(one.match(/<svg/g)).toHaveLength(Number(stars));
    expect(textsIn(one)).toContain(`Nota ${stars} de 5`);
  }
});

test('every way to the centre leads where it says, and what opens elsewhere is told nothing', () => {
  const chats = [hero.chat, firstClass.chat, ...modalities.map(({ title }) => askAbout(title))];
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>/g)].map(([tag, href = '']) => ({
    tag,
    href: href.replaceAll('&amp;', '&'),
  }));
  expect(links.map(({ href }) => href)).toEqual(
    expect.arrayContaining([
      ...[...chats.map(({ message }) => message), 'Olá! Vim pelo site.'].map((said) =>
        chatLink(brand.phone, said),
      ),
      telLink(brand.phone),
      `mailto:${brand.email}`,
      `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(addressInWords(brand))}`,
      `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(addressInWords(brand))}`,
      brand.instagramUrl,
      brand.facebookUrl,
    ]),
  );
  for (const { tag } of links.filter(({ tag }) => tag.includes('target="_blank"')))
    expect(tag).toContain('rel="noopener noreferrer"');
  for (const words of [...firstClass.steps, firstClass.minors, brand.street, ...brand.hours])
    expect(textsIn(html)).toContain(words);
  for (const { photo } of modalities) expect(html).toContain(photo.alt);
});

test('where nothing is published no heading and no band stands; what stands twice is shown twice', async () => {
  const said = { ...home };
  onTestFinished(() => {
    Object.assign(home, said);
    timetable.classes = schedule;
  });
  expect(html).toContain('belt-divider');
  Object.assign(home, { testimonials: [], faq: [] });
  const bare = renderToStaticMarkup(<HomePage />);
  for (const words of [testimonialsHeading, 'class="testimonials', faqHeading, 'belt-divider'])
    expect(bare).not.toContain(words);

  const complained = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => complained.mockRestore());
  const teacher = { name: 'Professora de Teste', belt: 'Faixa preta', since: 2001 };
  const twice = <One,>([one]: readonly One[]) => [one, one] as One[];
  Object.assign(home, { testimonials: twice(testimonials), faq: twice(faq), team: [teacher, teacher] });
  timetable.classes = twice(schedule);
  const page = await live(<HomePage />, []);
  expect(page.text().match(/Professora de Teste/g)).toHaveLength(2);
  expect(complained.mock.calls).toEqual([]);
});

test('a photo of the room is shown with its words, and one of a teacher beside the name that its words are', () => {
  onTestFinished(() => sayOf({}));
  const team = ['Ana', 'Bia'].map((name) => ({ name, belt: '', since: 2001 }));
  const photo = (alt: string, digit: string) => ({ alt, y: 50, files: { 480: `${digit.repeat(64)}.webp` } });
  sayOf({
    inicio: { team },
    fotos: {
      'sala-2': photo('O tatame', 'a'),
      'professor-1': photo('Bia', 'b'),
      'professor-2': photo('Caio', 'c'),
    },
  });
  const [, part = ''] = renderToStaticMarkup(<HomePage />).split('class="team split"');
  const people = part.split('</ul>')[0]?.split('<li').slice(1) ?? [];
  expect(people.map((one) => /src="\/fotos\/(.)/.exec(one)?.[1])).toEqual([undefined, 'b']);
  expect(part).toMatch(/src="\/fotos\/a{64}\.webp"[^>]* alt="O tatame"/);
  expect(part).not.toContain('c'.repeat(64)); // of nobody who teaches here
});
