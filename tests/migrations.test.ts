import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../server/migrate.ts';

/** Every migration that may have run somewhere, with the beginning of its SHA-256. A new one is a new line at the end; no line changes. */
const AS_THEY_RAN: Record<string, string> = {
  '0001_roles.sql': 'e5e69a8a7cda',
  '0002_auth.sql': '7e39625b84c9',
  '0003_storage.sql': '32acadf088f5',
  '0004_servidor.sql': 'de7ee81526b9',
  '20261101000001_administradores.sql': '5e3dd7a8b9d3',
  '20261101000002_documentos.sql': '28b26fc130cc',
  '20261101000003_inscricoes_projeto.sql': 'e76dacd40a2e',
  '20261121000001_telefone_confere.sql': 'b3c0323ffe78',
  '20261121000201_acompanhamentos.sql': '935510b09664',
  '20261121000202_busca.sql': 'ef6870b5652b',
  '20261121000203_decisoes.sql': '1d529e974b70',
  '20261121000301_auditoria.sql': '331cd6082f13',
  '20261121000302_contas.sql': '2988fa7c9ca5',
  '20261121000303_apagar.sql': '03093d601eba',
  '20261121000304_decisoes_e_prazos.sql': '6d42c2924037',
  '20261121000305_anotar_impressao.sql': 'ef1b519cfd70',
  '20261121000306_busca_e_vez.sql': 'cdfd301882bf',
};

test('a migration says what it said the day it ran, and a new one comes after them all', () => {
  const found = MIGRATIONS.map(({ name, sql }) => [
    name,
    createHash('sha256').update(sql).digest('hex').slice(0, 12),
  ]);
  expect(found).toEqual(Object.entries(AS_THEY_RAN));
});
