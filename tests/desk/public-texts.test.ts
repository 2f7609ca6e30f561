import { describe, expect, test } from 'vitest';
import { brand } from '../../content/brand.ts';
import { type FamilyMessage, familyMessages } from '../../content/family-messages.ts';
import { phoneInWords } from '../../domain/contact.ts';
import { usualMessage } from '../../domain/desk/own-message.ts';
import { ENDINGS, foreignContact, ownContacts, problemOf } from '../../domain/setting-values.ts';
import { rpc } from '../support/desk.ts';
import { engines, forTests, serverForTests } from '../support/server.ts';
import { signedIn } from '../support/sign-in.ts';

const MODELS = Object.keys(familyMessages) as FamilyMessage[];
const { phone, email, handle, postalCode, instagramUrl, siteUrl } = brand;
const [written, bare] = [phoneInWords(phone), instagramUrl.replace('https://', '')];
/** Ordinary words that look a little like a telephone or an address. */
const ALLOWED = [
  ...[`Ligue ${written}. 8h às 18h`, `${written} - 2ª a 6ª`, `Ligue ${written} (8h-18h)`],
  ...['12.03.2026', '12-03-2026', '2026-03-12', '2026-2027', '2026 - 2027', '2026/2027', 'Lei 13.709/2018'],
  ...['18.00-19.30', '19h30', 'Dias 05/02 12/02 19/02', 'De 24.12 - 31.12', '05/02/2027 18:00-19:00'],
  ...[
    '100, 200, 300',
    '80, 120, 150 vagas',
    'Mensalidade: 50,100,150,200',
    'até março.obrigado',
    'vagas.traga o documento.até lá',
  ],
  ...['7 8 9 10 11 12', '7 / 9 / 11 / 13 / 15', 'R$ 50,00', 'Rua 62, 34', `Rua 62, 34 - ${postalCode}`],
  ...['tod@s', 'Bem-vind@s.Obrigado', 'março.Obrigado', 'E.M.João', 'Av.Brasil', 'AV.BRASIL', 'p.ex.'],
  'Bom dia.😀😀',
];
/** The usual spellings of a mobile that is not the centre’s. */
const MOBILES = [
  ...['(62) 98888-7777', '62 98888-7777', '62988887777', '+55 62 98888-7777', '5562988887777'],
  ...['062 98888 7777', '62-98888-7777', '62.98888.7777', '62/98888/7777', '(62) 9 8888-7777'],
  ...['98888-7777', '62 9 88 88 77 77', '62 988 887 777', '(11) 90000-0000', '62 98888 - 7777'],
];
/** What somebody may want to write, and what of it is refused. */
const TEXTS: readonly [text: string, found: string | null][] = [
  ['', null],
  ['Voltamos em fevereiro. Até lá!', null],
  ['Voltamos em 05/02/2027, às 18:00 ou 18h30, de 10 a 12 anos.', null],
  ['Inscrições 2026/2027: 20/12/2026 a 10/1/27, 100 vagas, R$ 1.234,50.', null],
  ['Olá, {nome}! Protocolo {protocolo}... até. {link}', null],
  [`Escreva para ${email}, ou ligue ${phone}.`, null],
  [
    `Ligue ${written} ou ${written.replace(/^\S+ /, '')} ou +55 ${written.replace(/[()]/g, '')}; CEP ${postalCode}. *${handle}*`,
    null,
  ],
  [`Veja ${siteUrl}/projeto-social?a=1 e outro.example.org/situacao`, null],
  [`Veja (${bare}).`, null],
  ['Pague em golpe.com', 'golpe.com'],
  ['Pague em http://golpe/pix', 'http://golpe/pix'],
  ['Pague em ＧＯＬＰＥ．com!', 'GOLPE.com'],
  ['Pague em golpe。com', 'golpe.com'],
  ['https://www.example.com@golpe.com/', 'https://www.example.com@golpe.com/'],
  ['www.example.com.golpe.net', 'www.example.com.golpe.net'],
  [`${instagramUrl}2`, `${instagramUrl}2`],
  ['Siga @golpe', '@golpe'],
  ['Escreva a golpe@example.com', 'golpe@example.com'],
  ['https://wa.me/5511988887777', 'https://wa.me/5511988887777'],
  ['Ligue (11) 98888-7777.', '11) 98888-7777'],
  ['Ligue 98888.7777', '98888.7777'],
  ['Ligue 1 1 9 8 8 8 8 7 7 7 7', '1 1 9 8 8 8 8 7 7 7 7'],
  ['PIX 529.982.247-25', '529.982.247-25'],
  [`Ligue ${phone} ou 11988887777`, '11988887777'],
  ...ALLOWED.map((text): [string, null] => [text, null]),
  ['Ligue 62 98888,7777', '62 98888,7777'],
  ['Ligue 62 98888\n7777', '62 98888 7777'],
  ['Ligue 62 9    8888    7777', '62 9 8888 7777'],
  ['Ligue 6\u200b2 9\u00ad8888\u{e0061}-77\u2060\ufe0f77', '62 98888-7777'],
  ['Ligue 62\u2028988\u008588\u20297777', '62 988 88 7777'],
  ['Ligue 62😀98888😀7777', '62😀98888😀7777'],
  ['Ligue 62.9.81.23.45.67', '62.9.81.23.45.67'],
  ['golpe . com', 'golpe.com'],
  ['Golpe.Com', 'Golpe.Com'],
  [`${new URL(siteUrl).host}/projeto\u2028golpe.com`, 'golpe.com'],
  ['example.com/|golpe.com', 'example.com/|golpe.com'],
  ['fulana@golpe.com.br', 'fulana@golpe.com.br'],
  ['Siga o Insta@perfil', 'Insta@perfil'],
  ['t.me/golpe', 't.me/golpe'],
  ['wa.me/5562988887777', 'wa.me/5562988887777'],
  ['Veja exemplo.com.br', 'exemplo.com.br'],
  ['Veja em golpe.obrigado/pix', 'golpe.obrigado/pix'],
  ['Veja www.golpe', 'www.golpe'],
  ['golpe.сайт', 'golpe.сайт'],
  ['até março.se der', 'março.se'],
  ['Ligue 988, 887, 777', '988, 887, 777'],
  ['Ligue 100, 250, 301', '100, 250, 301'],
  ['Ligue 300, 200, 100', '300, 200, 100'],
  ['Ligue 100. 200. 300', '100. 200. 300'],
  ['Ligue 62 100, 200, 300', '62 100, 200, 300'],
  ...ENDINGS.split('|')
    .slice(1)
    .map((ending): [string, string] => [`Veja golpe.${ending}`, `golpe.${ending}`]),
  ...MOBILES.map((text): [string, string] => [`Ligue ${text}`, text.replace(/^[(+]/, '')]),
];

describe.each(engines)('what families read on $name', (engine) => {
  const server = serverForTests(engine);
  const person = forTests(() => signedIn(server, { administrator: true }));

  test('what families read names no address or telephone but the centre’s, and page and database say the same', async () => {
    const other = 'https://outro.example.org';
    const refusalOf = (text: string) =>
      server.value<string | null>('select private.contato_alheio($1) as n', text);
    for (const own of [[], ownContacts(other)]) {
      await server.database.query('select private.guardar_contatos($1)', [own]);
      for (const [text, found] of TEXTS) {
        const said = await refusalOf(text);
        expect([text, said]).toEqual([text, foreignContact(text, own)]);
        if (own.length > 0) expect([text, /“(.*)”/.exec(said ?? '')?.[1] ?? null]).toEqual([text, found]);
      }
    }
    for (const usual of MODELS.map(usualMessage)) expect(await refusalOf(usual)).toBeNull();
    const message = 'Oi, {nome}! Pague em golpe.example/pix';
    for (const [name, value] of [
      ['frase_de_fechada', 'Ligue (11) 98888-7777'],
      ['mensagem_aprovada', message],
    ] as const)
      expect(await rpc(server, person.token, 'mudar_ajuste', { nome: name, valor: value })).toMatchObject({
        status: 400,
        body: { message: problemOf(name, value, ownContacts()) },
      });
    const turma = { name: 'Boxe: golpe.com' };
    expect(await rpc(server, person.token, 'salvar_turma', { turma })).toMatchObject({
      status: 400,
      body: { message: foreignContact(turma.name, ownContacts()) },
    });
  });
});
