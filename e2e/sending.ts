import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ADMIN, expect, type House } from './fixtures.ts';

/** What the page shows of sending, and what the server has kept of it. */
export const SENT = 'Inscrição enviada com sucesso! 🎉';
export const ROWS = '**/rest/v1/inscricoes_projeto';
export const UPLOADS = '**/storage/v1/object/cadastro_unico_uploads/**';

/** Why it is not sent yet. */
export const panel = (page: Page) => page.locator('.not-sent');

/** The files that a server has stored, also those that broke off. */
export const documents = (dataDir: string) =>
  readdirSync(join(dataDir, 'documents'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

/** What the table holds of the answers that `fillEnrolment` gives by itself. */
const STORED = {
  data_nascimento: '2012-03-05',
  sexo: 'feminino',
  cpf: '529.982.247-25',
  rg: '1234567',
  orgao_expedidor: 'SSP-GO',
  cidade: 'Cidade Exemplo',
  endereco_completo: 'Rua Exemplo, 100, Setor Central, CEP 76000-000',
  telefone_whatsapp: '62900000000',
  email: 'pessoa@example.com',
  nome_responsavel: 'Responsável de Teste',
  telefone_responsavel: '62900000001',
  contato_recados: 'Vizinha, (62) 90000-0002',
  nivel_escolaridade: 'fundamental-incompleto',
  escola: 'Escola Exemplo',
  serie_ano: '7º ano',
  renda_familiar: 'ate-1',
  peso: 52.5,
  altura: 1.62,
  condicao_medica: 'nao',
};

/**
 * Remembers how many documents a house has now, and gives the way to expect that
 * since then it has kept one row of that name, whole but for `changes`, and the
 * one document it points to.
 */
export function expectOne(house: House) {
  const before = documents(house.dataDir).length;
  return async (name: string, changes: Record<string, unknown> = {}) => {
    const rows = await rowsOf(house, name);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ...STORED, ...changes, nome_completo: name });
    expect(rows[0]?.cadastro_unico_url).toContain('/public/cadastro_unico_uploads/public/');
    expect(documents(house.dataDir)).toHaveLength(before + 1);
  };
}

type Row = Record<string, unknown>;

/** The rows of a name, as an administrator's client reads them. */
async function rowsOf({ url }: House, name: string): Promise<Row[]> {
  const { supabaseKey: apikey } = (await (await fetch(`${url}/config.json`)).json()) as {
    supabaseKey: string;
  };
  const entered = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'Content-Type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  const { access_token } = (await entered.json()) as { access_token: string };
  const filter = `nome_completo=eq.${encodeURIComponent(name)}`;
  const answer = await fetch(`${url}/rest/v1/inscricoes_projeto?select=*&${filter}`, {
    headers: { apikey, Authorization: `Bearer ${access_token}` },
  });
  return (await answer.json()) as Row[];
}
