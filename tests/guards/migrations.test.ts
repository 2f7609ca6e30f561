import { expect, test } from 'vitest';
import { NOT_COPIED } from '../../server/site-data/copy/tables.ts';
import { hashOf, MIGRATIONS } from '../../server/site-data/open/migrate.ts';
import { sources } from '../support/sources.ts';

// Each migration with the first twelve digits of its SHA-256. The line of a released one
// never changes, a new migration is a new line. Printed by
// sha256sum server/platform/*.sql supabase/migrations/*.sql | sed -E "s|^(.{12})\S* .*/(.*)|  '\2': '\1',|"
const FROZEN: Record<string, string> = {
  '0001_roles.sql': '28fac60be3e4',
  '0002_auth.sql': 'f69a23ec94f4',
  '0003_storage.sql': '17e6e2dbaa31',
  '0004_servidor.sql': '8ac5e52d24ef',
  '20261122000001_administradores.sql': '0b248e55b3ee',
  '20261122000002_documentos.sql': '7152f1202e02',
  '20261122000003_configuracao.sql': 'f5dd91d84167',
  '20261122000004_inscricoes_projeto.sql': 'b45dc76bba32',
  '20261122000005_acompanhamentos.sql': '170155e10f08',
  '20261122000006_semelhantes.sql': '2c7a6a432cb9',
  '20261122000007_busca.sql': 'd1606661f6f3',
  '20261122000008_decisoes.sql': 'fb77bc0bbc48',
  '20261122000009_auditoria.sql': 'fc99bb605211',
  '20261122000010_contas.sql': '00101e88aa5c',
  '20261122000011_apagar.sql': 'd427150b4b63',
  '20261122000012_prazos.sql': 'a82c9ad9af61',
  '20261122000013_freio_dos_prazos.sql': '9c85ae9bd1cb',
  '20261122000014_copias.sql': '88a0c9d65ea8',
  '20261122000015_enxurradas.sql': '18b7f713d0a3',
  '20261122000016_turmas.sql': 'c1a0a064ef38',
  '20261122000017_situacao.sql': '53e4ea10ebd3',
  '20261122000018_pela_familia.sql': '1937b8f077a6',
  '20261122000019_versao.sql': '22cf0b4d4b88',
  '20261123000020_formulario.sql': '838012a75670',
  '20261123000021_responsavel.sql': 'bf5c2dcdd0b9',
  '20261123000022_apagar_espera.sql': 'b68efd53bceb',
  '20261123000023_estranhos.sql': '4397b3c851fd',
  '20261123000024_freio.sql': '9fbd05836a62',
  '20261123000025_copias.sql': 'a03445162ce1',
  '20261123000026_pg_net.sql': 'cad519803e56',
  '20261125000031_enderecos.sql': '901a2504ac41',
  '20261125000034_papeis.sql': '571ccba6bf4f',
  '20261125000035_entrada_recente.sql': 'ce6df6e88e91',
  '20261125000036_lixeira.sql': '6d0c15cf1c67',
  '20261125000040_copia_fora.sql': '84128e8fa99d',
  '20261125000050_link_secreto.sql': 'ed832bd659f8',
  '20261125000051_responsavel_pelo_link.sql': '2a711bf90753',
  '20261125000052_links_da_equipe.sql': 'e7af77660fcd',
  '20261125000060_turmas.sql': 'be2b22ca05fa',
  '20261125000061_professor.sql': '9a0e5249518e',
  '20261125000062_vagas.sql': 'f4cd264b7ccf',
  '20261125000063_planilha.sql': '7a620a0d251d',
  '20261125000064_registro.sql': '04dce8b1dc12',
  '20261125000067_espera_da_familia.sql': '1c2b874f5340',
  '20261125000070_ajustes.sql': 'efdbcd21449d',
  '20261125000071_mensagens.sql': '2bb658c35a6f',
  '20261125000080_para_fazer.sql': '3132f14bd613',
  '20261125000095_nada_por_cima.sql': '82680cebd59a',
  '20261126000100_correcoes.sql': '104c5ce6fa41',
  '20261126000101_anexos.sql': '0e6720bfdda7',
  '20261126000110_meus_dados.sql': 'b9bd080c4a80',
  '20261126000120_registro.sql': '4fd4608d246b',
  '20261126000130_email.sql': '0ffb09a326be',
  '20261126000132_turmas_por_comando.sql': '3675cc760d4a',
  '20261126000140_amostras.sql': 'afc4c50294c9',
  '20261127000150_correcoes_em_massa.sql': 'c240b1c678fc',
  '20261127000151_resposta_do_pedido.sql': 'aee8ac97fb31',
  '20261128000160_lixeira_para_tudo.sql': 'b52f297ab999',
  '20261128000170_o_que_um_link_conta.sql': '6ae9cbdb8d1d',
  '20261128000180_contas_de_colegas.sql': '3c4a96c68aa4',
  '20261128000190_redes.sql': 'a1930a186df8',
  '20261128000200_idade_de_hoje.sql': '2c5f8ae57b86',
  '20261128000210_vagas.sql': '23e75ef6f110',
  '20261128000220_texto_que_nao_se_ve.sql': 'c735fa11ebb1',
};

const ours = MIGRATIONS.filter(({ name }) => /^\d{14}_/.test(name));
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

test('what copies of 1.1.0 leave out is left out still, since they are loaded into the tables of their version', () => {
  const names =
    'servidor.migracoes servidor.limites servidor.enderecos_conhecidos servidor.instalacao private.freio private.origens private.tentativas private.tentativas_de_todos auth.sessions auth.refresh_tokens';
  expect(names.split(' ').filter((name) => !NOT_COPIED.has(name))).toEqual([]);
});

test('the schemas say each thing once, in its present state, and hold no rows', () => {
  const heads = schemas.flatMap(({ text }) => text.match(/^ *(create|alter|drop) .*$/gm) ?? []);
  expect(heads.length).toBeGreaterThan(100);
  expect(
    heads.filter((line) =>
      /^ *(drop|create or replace|alter (table|view|function) .*(add|drop|alter|rename)) /.test(line),
    ),
  ).toEqual([]);
  // the Supabase CLI compares no rows, and runs the files by their names
  expect(schemas.filter(({ text }) => /^(insert|update|delete|do|truncate)\b/m.test(text))).toEqual([]);
  expect(schemas.filter(({ path }) => !/\/\d\d_[a-z_]+\.sql$/.test(path))).toEqual([]);
});
