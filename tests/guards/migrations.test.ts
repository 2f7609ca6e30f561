import { expect, test } from 'vitest';
import { NOT_COPIED } from '../../server/site-data/copy/tables.ts';
import { hashOf, isProductFile, MIGRATIONS } from '../../server/site-data/open/migrations.ts';
import { sources } from '../support/sources.ts';

// Each migration with the first twelve digits of its SHA-256. The line of a released one
// never changes, a new migration is a new line. Printed by
// sha256sum server/platform/*.sql supabase/migrations/*.sql | sed -E "s|^(.{12})\S* .*/(.*)|  '\2': '\1',|"
const FROZEN: Record<string, string> = {
  '0001_roles.sql': '28fac60be3e4',
  '0002_auth.sql': 'f69a23ec94f4',
  '0003_storage.sql': '17e6e2dbaa31',
  '0004_servidor.sql': '8ac5e52d24ef',
  '0005_sem_enderecos.sql': 'd80b3027a4da',
  '20261127000151_base.sql': 'ff04f4e2b238',
  '20261128000160_lixeira_para_tudo.sql': '2eb324e86d71',
  '20261128000170_o_que_um_link_conta.sql': '95f160ec1b5c',
  '20261128000180_contas_de_colegas.sql': '8362da91346f',
  '20261128000190_redes.sql': 'ecd8efb55f7c',
  '20261128000200_idade_de_hoje.sql': 'bab5b077cd31',
  '20261128000210_vagas.sql': 'ad5aa09f40aa',
  '20261129000220_dez_indices.sql': '2bcdba42dc07',
  '20261129000230_tentativas_da_equipe.sql': '1a3c1938a86a',
  '20261129000240_por_fazer.sql': '7a4f85cf5fff',
  '20261129000260_pedido_por_escrito.sql': '0e4a0c574830',
  '20261129000270_nomes_da_equipe.sql': '6e65c61cdba5',
  '20261129000280_decididas_por_fazer.sql': '7e2ba83ded3c',
  '20261130000290_chamadas.sql': 'e22433db5f58',
  '20261130000300_saidas_de_turma.sql': 'b55802656096',
  '20261130000310_importacao.sql': 'ae30fb585e86',
  '20261130000320_no_balcao.sql': '4e70bcf3b160',
  '20261130000330_nome_social.sql': 'c165717ae6d1',
  '20261130000340_familias.sql': '36a174f5ef0a',
  '20261130000350_importacao_desfeita.sql': '5985c659f590',
  '20261130000370_centro.sql': '3f9c2743fff3',
  '20261130000380_secoes_do_centro.sql': '6ad24b0606d7',
  '20261130000390_fotos_do_site.sql': '945cce3bffc4',
  '20261130000410_renovacao.sql': 'e4e40d7c6d23',
  '20261130000420_marcas.sql': '2abd0ea629ff',
  '20261130000430_numeros.sql': '2debbfff13a7',
};

const ours = MIGRATIONS.filter(({ name }) => isProductFile(name));
const schemas = sources(['supabase/schemas'], /\.sql$/);

test('every migration has a name that the Supabase CLI accepts, and its own time', () => {
  expect(ours.length).toBeGreaterThan(0);
  for (const { name } of MIGRATIONS) expect(name).toMatch(/^(\d{14}|\d{4})_[a-z_]+\.sql$/);
  expect(new Set(ours.map(({ name }) => name.slice(0, 14))).size).toBe(ours.length);
});

test('a migration says what it said the day it was released', () => {
  const found = MIGRATIONS.map(({ name, sql }) => [name, hashOf(sql).slice(0, 12)]);
  expect(found).toEqual(Object.entries(FROZEN));
});

test('what copies of 1.2.0 leave out is left out still, since they are loaded into the tables of their version', () => {
  const names =
    'servidor.migracoes servidor.limites servidor.enderecos_conhecidos servidor.instalacao private.freio private.origens private.chegadas private.chave_dos_enderecos private.tentativas auth.sessions auth.refresh_tokens';
  expect(names.split(' ').filter((name) => !NOT_COPIED.has(name))).toEqual([]);
});

const statements = (text: string) =>
  text.match(/^ *(create|alter|drop|insert|update|delete|do|truncate)\b.*$/gm) ?? [];

test('the schemas hold code alone: no table, no row, nothing that changes what is there', () => {
  const others = schemas
    .flatMap(({ text }) => statements(text))
    .filter(
      (line) => !/^ *create (function|view|policy|trigger) |^alter default privileges|^ +\w/.test(line),
    );
  expect(others).toEqual([]);
  // made in the order of their names
  expect(schemas.filter(({ path }) => !/\/\d\d_[a-z_]+\.sql$/.test(path))).toEqual([]);
});

test('the numbered files hold tables, their rows and what these are built on: no other code', () => {
  const code = sources(['supabase/migrations'], /\.sql$/).flatMap(
    ({ text }) =>
      text.match(
        /^ *(create|alter|drop) (or replace )?(view|policy|trigger)\b.*$|^ *(grant|revoke) (?!all on schema).*$/gm,
      ) ?? [],
  );
  expect(code).toEqual([]);
});

test('no text of a function stands twice', () => {
  const made = sources(['supabase/migrations', 'supabase/schemas'], /\.sql$/).flatMap(({ text }) =>
    [...text.matchAll(FUNCTION)].map(([, name = '', taken = '']) => `${name}(${taken.replace(/\s+/g, ' ')})`),
  );
  expect(made.length).toBeGreaterThan(200);
  expect(made.filter((each, at) => made.indexOf(each) !== at)).toEqual([]);
});

/** A function's name, and what stands in its parentheses. */
const FUNCTION = /^ *create (?:or replace )?function (\S+?)\(([^()]*(?:\([^()]*\)[^()]*)*)\)/gm;
