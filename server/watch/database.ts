import { resolve } from 'node:path';
import type pg from 'pg';
import { brakeInWords } from '../../domain/desk/brake.ts';
import { type TeamState, teamInWords } from '../../domain/desk/erasing.ts';
import type { Config } from '../core/context.ts';
import type { Installation } from '../core/installation.ts';
import { readKeys } from '../core/keys.ts';
import { USUAL_PLACE } from '../postgres/account.ts';
import { runningAt } from '../postgres/cluster.ts';
import { compareDocuments, embeddedPlace } from '../site-data/open/data-folder.ts';
import { otherSite, readRow } from '../site-data/open/installation.ts';
import type { Ledger } from '../site-data/open/ledger.ts';
import { hasCode, missingMigrations } from '../site-data/open/migrate.ts';
import { BRAKES, type Counts, type DatabaseFacts, sayPublished } from './facts.ts';
import { type Finding, inWords, note, ok, type Sentence, todo, unless } from './finding.ts';
import { examineAsOwner, loginAt } from './owner-connection.ts';
import { examineVersion, versionOf } from './postgres-version.ts';

/** What the database says. The embedded one is asked only while the site runs: starting it would change its files. `day` is ISO. */
export async function examineDatabase(
  config: Config,
  installation: Installation | null,
  running: boolean,
  day: string,
  room = true,
): Promise<Finding[]> {
  const { dataDir, databaseUrl } = config;
  if (!databaseUrl && !running)
    return note(
      'O site está parado, e o banco só se confere com ele no ar: inicie e rode npm run doctor de novo.',
    );
  const login = () =>
    databaseUrl
      ? loginAt(databaseUrl)
      : runningAt(
          resolve(dataDir, embeddedPlace(installation) ?? USUAL_PLACE),
          readKeys(dataDir, config).ownerPassword,
        );
  const words = {
    unreachable: room
      ? 'O banco de dados não responde: veja postgresql.log na pasta de dados e inicie o site de novo.'
      : '', // the full disk is said already, and PostgreSQL comes back by itself
    broken: () => 'O banco de dados respondeu pela metade: rode npm run doctor de novo.',
  };
  return examineAsOwner(login, words, async (client) => {
    const how = 'inicie o site desta versão, que o atualiza depois de uma cópia';
    const lack = await lackOf(client, how).catch((error) =>
      inWords(error, 'As migrações do banco não puderam ser lidas.'),
    );
    if (lack) return todo(lack);
    await sayPublished(client);
    return [
      ...examineVersion(await versionOf(client), config, day),
      ...ok('O banco de dados responde e tem todas as migrações.'),
      ...(await examineRows(client, config, installation)),
    ];
  });
}

/** What a database lacks of this version, against what `ledger` says was applied, and `how` to bring it; throws what reading that throws. */
export async function lackOf(client: pg.Client, how: string, ledger?: Ledger): Promise<Sentence> {
  const names = (await missingMigrations(client, ledger)).map(({ name }) => name);
  if (names.length > 0) return `Faltam ${names.length} migrações no banco (${names.join(', ')}): ${how}.`;
  return !(await hasCode(client)) && `As funções, políticas e direitos do banco são de outra versão: ${how}.`;
}

type BrakesRow = Pick<DatabaseFacts & Counts, 'freio' | 'equipe'> & {
  dias: number | null;
  ensaio: boolean;
  falhou: string | null;
};

/** Column: days since the last run of the retention; null: none yet. */
export const RETENTION_DAYS = `
  (select extract(epoch from now() - (a).momento) / 86400 from private.anotacao_da_ultima_retencao() as a where (a).numero is not null)::float8 as dias`;

const STATE = `
  select ${BRAKES}, ${RETENTION_DAYS},
    coalesce((select max(quando) from private.copias where tipo = 'ensaio' and certo),
      (select min(aplicada_em) from servidor.migracoes)) < now() - interval '14 days' as ensaio,
    (select c.codigo from private.copias c where not c.certo and c.tipo <> 'avulsa' and c.numero > coalesce(
      (select max(d.numero) from private.copias d where d.certo and d.tipo = c.tipo), 0) order by c.numero desc limit 1) as falhou`;

async function examineRows(
  client: pg.Client,
  config: Config,
  installation: Installation | null,
): Promise<Finding[]> {
  const { rows } = await client.query<BrakesRow>(STATE);
  const [state] = rows;
  if (!state) return [];
  const { freio, equipe, ensaio, falhou } = state;
  const days = state.dias ?? 0;
  const row = await readRow(client);
  const { missing } = await compareDocuments(client, config.dataDir);
  return [
    ...unless('Pasta e banco são do mesmo site.', [
      row && installation && otherSite(config.dataDir, installation, row),
    ]),
    ...unless('Nenhum documento falta na pasta.', [
      missing > 0 &&
        `Faltam ${missing} documentos na pasta de dados: confira se ela veio inteira; o que falta está numa cópia de segurança.`,
    ]),
    ...(await examinePeople(client, {
      nobody: 'rode npm run admin -- add E-MAIL direcao, com o e-mail de alguém',
      noDirecao:
        'rode npm run admin -- role E-MAIL direcao para dar este papel a alguém, ou npm run admin -- enable E-MAIL para devolver o acesso de quem era',
    })),
    ...(await examineSettings(client)),
    ...unless('A limpeza por prazo anda.', [
      brakeSentence(freio, 'rode npm run retention -- --confirmo'),
      days < -0.05 && 'O relógio do servidor está atrás da última limpeza: acerte a data da máquina.',
      days > 3 &&
        'A última limpeza por prazo foi há mais de 3 dias: confira a data da máquina, e se o site fica no ar.',
    ]),
    ...todo(teamSentence(equipe)),
    ...(config.backupDir === null
      ? []
      : unless('As cópias são ensaiadas.', [
          ensaio && 'O último ensaio de volta tem mais de 14 dias: rode npm run backup e veja o que ele diz.',
          falhou &&
            `A última cópia, ou o seu ensaio, não deu certo (${falhou}): rode npm run backup e veja o que ele diz.`,
        ])),
  ];
}

/** Who has access to the desk, by role; how the owner gives it where nobody has it, or nobody of the direção. */
export async function examinePeople(
  client: pg.Client,
  how: { nobody: string; noDirecao: string },
): Promise<Finding[]> {
  const { rows } = await client.query<{ team: number; direcao: number }>(`
    select count(*)::integer as team, (count(*) filter (where a.papel = 'direcao'))::integer as direcao
    from private.administradores a join auth.users u on u.id = a.user_id
    where a.desativado_em is null and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`);
  const { team = 0, direcao = 0 } = rows[0] ?? {};
  return unless(`Quem administra: ${team}, da direção ${direcao}.`, [
    team === 0 && `Ninguém administra o site: ${how.nobody}.`,
    team > 0 &&
      direcao === 0 &&
      `Ninguém da direção tem acesso, e só ela muda contas e devolve o que se apagou: ${how.noDirecao}.`,
  ]);
}

/** Where a setting is not what is recommended. */
export async function examineSettings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ guardian: boolean }>(
    'select responsavel_obrigatorio as guardian from private.configuracao',
  );
  return note(
    rows[0]?.guardian === false &&
      'O formulário não exige o responsável de menores de 18 anos: recomendamos exigir, em «Ajustes».',
  );
}

/** That retention waits for a person, and how one confirms the date. */
export const brakeSentence = (brake: DatabaseFacts['freio'], how: string): Sentence =>
  brake && `A limpeza por prazo parou: ${brakeInWords(brake)}. Se está certo, ${how}.`;

/** That one of the team put much away, or took many accesses away. */
export function teamSentence(state: TeamState): Sentence {
  const words = teamInWords(state);
  return words && `${words}. Se não foi combinado, veja no Registro quem foi e tire o acesso.`;
}
