import type pg from 'pg';
import { brakeSentence, RETENTION_DAYS, teamSentence } from './database.ts';
import { BRAKES, type Counts, type DatabaseFacts } from './facts.ts';
import { type Finding, note, todo, unless } from './finding.ts';
import { TROUBLES } from './troubles.ts';

type RetentionRow = Pick<DatabaseFacts & Counts, 'freio' | 'equipe' | 'avisos'> & {
  dias: number | null;
  /** Documents that should have gone two days ago. */
  late: number;
  scheduled: boolean;
};

const HOW = '(docs/supabase.md, «Limpeza por prazo»)';

/** Nobody's server runs there, so somebody must have arranged for retention. */
export async function examineRetention(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<RetentionRow>(`
    select ${BRAKES}, private.novidades_da_equipe() as avisos, ${RETENTION_DAYS},
      (select count(*)::integer from private.documentos_a_remover(72) as d where not exists (
        select from private.apagamentos a where a.envio = private.envio_do_documento(d)
          and a.apagado_em > now() - make_interval(days => private.dias_de_espera() + 2))) as late,
      to_regclass('cron.job') is not null as scheduled`);
  const state = rows[0] ?? { freio: null, equipe: {}, avisos: [], dias: null, late: 0, scheduled: false };
  const { freio, dias: days, late } = state;
  const scheduled = state.scheduled && (await hasJob(client));
  const failure = scheduled ? await lastFailure(client) : null;
  const findings = unless('A limpeza por prazo anda.', [
    brakeSentence(freio, 'aperte «A data está certa» na lista de inscrições'),
    days === null &&
      !scheduled &&
      `A limpeza por prazo nunca rodou, e nada a chama: marque-a no pg_cron, ou no crontab de uma máquina ${HOW}.`,
    failure !== null &&
      `A limpeza por prazo falhou da última vez: ${reasonOf(failure)} ${HOW}. Até lá nada que passou do prazo sai.`,
    days === null &&
      scheduled &&
      failure === null &&
      !freio &&
      'A limpeza por prazo está marcada no pg_cron e ainda não rodou: veja amanhã.',
    days !== null &&
      days > 3 &&
      failure === null &&
      `A última limpeza por prazo foi há mais de 3 dias: veja ${scheduled ? 'no painel Integrations → Cron → History' : 'o crontab da máquina que a roda'} ${HOW}.`,
    late > 0 &&
      `${late} documentos que já deviam ter saído ainda estão no bucket: rode npm run retention, ou veja se a chave secreta do pg_cron ainda vale ${HOW}.`,
  ]);
  return [
    ...findings,
    ...note(
      ...state.avisos.map(
        (code) => `No projeto, ${TROUBLES[code].is}. Se não foi combinado, veja no Registro quem foi.`,
      ),
    ),
    ...todo(teamSentence(state.equipe)),
  ];
}

/** Words for what pg_cron noted of a run, first match; the note itself is for whoever mends it. */
const REASONS: readonly [noted: RegExp, words: string][] = [
  [/pg_net/, 'a extensão pg_net está desligada: ligue-a, no painel, em Database → Extensions'],
  [/Diga o endereço/, 'na tarefa falta o endereço do projeto, ou no Vault a chave secreta: marque-a de novo'],
  [/permission denied/, 'quem a marcou não tem o direito: marque-a de novo como o usuário postgres'],
  [/does not exist/, 'ela chama o que neste projeto não existe: atualize o banco e marque-a de novo'],
  [/timeout|canceling/, 'demorou demais e foi interrompida: rode npm run retention uma vez'],
  [/connection|startup/, 'o pg_cron não conseguiu começar: veja o estado do projeto no painel'],
];

function reasonOf(noted: string): string {
  const [, words] = REASONS.find(([pattern]) => pattern.test(noted)) ?? [];
  return words ?? 'o motivo está no painel, em Integrations → Cron → History';
}

/** What pg_cron noted of the last run that ended, when that failed; null: it went well, or nothing is noted. */
async function lastFailure(client: pg.Client): Promise<string | null> {
  const { rows: there } = await client.query<{ noted: boolean }>(
    `select to_regclass('cron.job_run_details') is not null as noted`,
  );
  if (!there[0]?.noted) return null;
  const { rows } = await client.query<{ status: string; said: string | null }>(`
    select d.status, d.return_message as said from cron.job_run_details d join cron.job j using (jobid)
    where j.active and j.command like '%aplicar_prazos_do_dia%' and d.status in ('succeeded', 'failed')
    order by d.runid desc limit 1`);
  return rows[0]?.status === 'failed' ? (rows[0].said ?? '') : null;
}

async function hasJob(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from cron.job where active and command like '%aplicar_prazos_do_dia%') as there`,
  );
  return rows[0]?.there ?? false;
}
