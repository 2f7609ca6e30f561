import type pg from 'pg';
import { brakeInWords, type RetentionBrake } from '../../domain/desk/retention.ts';
import { type Finding, unless } from './finding.ts';

type State = {
  brake: RetentionBrake | null;
  /** Days since the last run; null: none yet. */
  days: number | null;
  /** Documents that should have gone two days ago. */
  late: number;
  scheduled: boolean;
};

const HOW = '(docs/supabase.md, «Limpeza por prazo»)';

/** Nobody's server runs there, so somebody must have arranged for retention. */
export async function examineRetention(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<State>(`
    select (select e from private.estado_do_freio() as e where not (e ->> 'liberado')::boolean) as brake,
      (select extract(epoch from now() - (a).momento) / 86400 from private.anotacao_da_ultima_retencao() as a)::float8 as days,
      (select count(*)::integer from private.documentos_a_remover(72)) as late,
      to_regclass('cron.job') is not null as scheduled`);
  const state = rows[0] ?? { brake: null, days: null, late: 0, scheduled: false };
  const { brake, days, late } = state;
  const scheduled = state.scheduled && (await hasJob(client));
  return unless('A limpeza por prazo anda.', [
    brake &&
      `A limpeza por prazo parou: ${brakeInWords(brake)}. Se está certo, aperte «A data está certa» na lista de inscrições.`,
    days === null &&
      !scheduled &&
      `A limpeza por prazo nunca rodou, e nada a chama: marque-a no pg_cron, ou no crontab de uma máquina ${HOW}.`,
    days === null &&
      scheduled &&
      'A limpeza por prazo está marcada no pg_cron e ainda não rodou: veja amanhã.',
    days !== null &&
      days > 3 &&
      `A última limpeza por prazo foi há mais de 3 dias: veja ${scheduled ? 'cron.job_run_details, no SQL Editor' : 'o crontab da máquina que a roda'} ${HOW}.`,
    late > 0 &&
      `${late} documentos que já deviam ter saído ainda estão no bucket: rode npm run retention, ou veja se a chave secreta do pg_cron ainda vale ${HOW}.`,
  ]);
}

async function hasJob(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from cron.job where active and command like '%aplicar_prazos_do_dia%') as there`,
  );
  return rows[0]?.there ?? false;
}
