import { resolve } from 'node:path';
import pg from 'pg';
import { brakeInWords, type RetentionBrake } from '../../domain/desk/brake.ts';
import { type TeamState, teamInWords } from '../../domain/desk/erasing.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { readKeys } from '../core/keys.ts';
import { USUAL_PLACE } from '../postgres/account.ts';
import { runningAt } from '../postgres/cluster.ts';
import { embeddedPlace } from '../site-data/open/data-folder.ts';
import { compareDocuments, readRow } from '../site-data/open/installation.ts';
import { missingMigrations } from '../site-data/open/migrate.ts';
import { checkLogin, loginOf } from '../site-data/open/own-postgres.ts';
import { type Finding, inWords, note, ok, todo, unless } from './finding.ts';

/** Read only, and never for long. */
const CAREFUL = {
  options: '-c default_transaction_read_only=on -c statement_timeout=10000',
  connectionTimeoutMillis: 5_000,
};

/** What the database says. The embedded one is asked only while the site runs: starting it would change its files. */
export async function examineDatabase(
  config: Config,
  installation: Installation | null,
  running: boolean,
): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !running)
    return [
      note(
        'O site está parado, e o banco só se confere com ele no ar: inicie e rode npm run doctor de novo.',
      ),
    ];
  let client: pg.Client;
  try {
    if (databaseUrl) await checkLogin(loginOf(databaseUrl));
    const login = databaseUrl
      ? loginOf(databaseUrl)
      : runningAt(
          resolve(dataDir, embeddedPlace(installation) ?? USUAL_PLACE),
          readKeys(dataDir, config).ownerPassword,
        );
    client = new pg.Client({ ...login, ...CAREFUL });
    client.on('error', () => {}); // the query rejects
    await client.connect();
  } catch (error) {
    return [
      todo(
        inWords(
          error,
          'O banco de dados não responde: veja postgresql.log na pasta de dados e inicie o site de novo.',
        ),
      ),
    ];
  }
  try {
    const migrations = await examineMigrations(client);
    if (migrations.level !== 'ok') return [migrations];
    return [migrations, ...(await examineRows(client, config, installation))];
  } catch {
    return [todo('O banco de dados respondeu pela metade: rode npm run doctor de novo.')];
  } finally {
    await client.end().catch(() => {}); // it was broken
  }
}

async function examineMigrations(client: pg.Client): Promise<Finding> {
  try {
    const missing = await missingMigrations(client);
    if (missing.length === 0) return ok('O banco de dados responde e tem todas as migrações.');
    return todo(
      `Faltam ${missing.length} migrações no banco: inicie o site desta versão, que as aplica depois de uma cópia.`,
    );
  } catch (error) {
    return todo(inWords(error, 'As migrações do banco não puderam ser lidas.'));
  }
}

type State = {
  administradores: number;
  freio: RetentionBrake | null;
  equipe: TeamState;
  /** Days since the last run of the retention; null: none yet. */
  limpeza: number | null;
  ensaio: boolean;
  falhou: string | null;
};

const STATE = `
  select (select count(*)::integer from private.administradores) as administradores,
    (select e from private.estado_do_freio() as e where not (e ->> 'liberado')::boolean) as freio,
    private.estado_da_equipe() as equipe,
    (select extract(epoch from now() - (a).momento) / 86400 from private.anotacao_da_ultima_retencao() as a)::float8 as limpeza,
    coalesce((select max(quando) from private.copias where tipo = 'ensaio' and certo),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '14 days' as ensaio,
    (select c.codigo from private.copias c where not c.certo and c.numero > coalesce(
      (select max(d.numero) from private.copias d where d.certo and d.tipo = c.tipo), 0) order by c.numero desc limit 1) as falhou`;

async function examineRows(
  client: pg.Client,
  config: Config,
  installation: Installation | null,
): Promise<Finding[]> {
  const { rows } = await client.query<State>(STATE);
  const [state] = rows;
  if (!state) return [];
  const row = await readRow(client);
  const { missing } = await compareDocuments(client, config.dataDir);
  return [
    ...unless('Pasta e banco são do mesmo site.', [
      row &&
        installation &&
        row.id !== installation.id &&
        'A pasta de dados e o banco são de sites diferentes: confira DATA_DIR e DATABASE_URL no .env.',
      row &&
        installation &&
        row.id === installation.id &&
        row.geracao !== installation.geracao &&
        'A pasta de dados e o banco são de momentos diferentes do mesmo site: use os da última volta, juntos.',
    ]),
    ...unless('Nenhum documento falta na pasta.', [
      missing > 0 &&
        `Faltam ${missing} documentos na pasta de dados: confira se ela veio inteira; o que falta está numa cópia de segurança.`,
    ]),
    ...unless(`Quem administra: ${state.administradores}.`, [
      state.administradores === 0 &&
        'Ninguém administra o site: rode npm run admin -- add com o e-mail de alguém.',
    ]),
    ...unless('A limpeza por prazo anda.', [
      state.freio &&
        `A limpeza por prazo parou: ${brakeInWords(state.freio)}. Se está certo, rode npm run retention -- --confirmo.`,
      (state.limpeza ?? 0) < -0.05 &&
        'O relógio do servidor está atrás da última limpeza: acerte a data da máquina.',
      (state.limpeza ?? 0) > 3 &&
        'A última limpeza por prazo foi há mais de 3 dias: confira a data da máquina, e se o site fica no ar.',
    ]),
    ...teamFindings(state.equipe, 'npm run retention -- --libera'),
    ...(config.backupDir === null
      ? []
      : unless('As cópias são ensaiadas.', [
          state.ensaio &&
            'O último ensaio de volta tem mais de 14 dias: rode npm run backup e veja o que ele diz.',
          state.falhou &&
            `A última cópia, ou o seu ensaio, não deu certo (${state.falhou}): rode npm run backup e veja o que ele diz.`,
        ])),
  ];
}

/** That the team's brake holds, and how the owner releases it: `how`. Nothing where it does not. */
export function teamFindings(state: TeamState, how: string): Finding[] {
  const words = teamInWords(state);
  return words
    ? [todo(`${words}. Se não foi combinado, veja no Registro quem foi e tire o acesso. Se foi: ${how}`)]
    : [];
}
