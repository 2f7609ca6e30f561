import type pg from 'pg';
import { hasTable } from '../site-data/copy/client.ts';
import { type Finding, unless } from './finding.ts';

type RetentionRow = {
  /** Since the last run; null: none yet. */
  days: number | null;
  /** Documents that should have gone two days ago. */
  late: number;
  waits: boolean;
};

const HOW = '(docs/supabase.md, «Limpeza por prazo»)';

/** Nobody's server runs there, so somebody must have arranged for retention. While it waits for a person, that alone is said. */
export async function examineRetention(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<RetentionRow>(`
    select (select extract(epoch from now() - (a).momento) / 86400
        from private.anotacao_da_ultima_retencao() as a where (a).numero is not null)::float8 as days,
      (select count(*)::integer from private.documentos_a_remover(72) as d where not exists (
        select from private.apagamentos a where a.envio = private.envio_do_documento(d)
          and a.apagado_em > now() - make_interval(days => private.dias_de_espera() + 2))) as late,
      exists (select from private.freio where liberado_em is null) as waits`);
  const { days = null, late = 0, waits = false } = rows[0] ?? {};
  if (waits) return [];
  const failed = (await hasTable(client, 'cron.job_run_details')) && (await hasFailed(client));
  const ran = days === null ? 'nunca rodou' : 'não roda há mais de 3 dias';
  return unless('A limpeza por prazo anda.', [
    failed
      ? `A limpeza por prazo falhou da última vez, e até lá nada que passou do prazo sai: o motivo está no painel, em Integrations → Cron → History ${HOW}.`
      : (days === null || days > 3) &&
        `A limpeza por prazo ${ran}: marque-a no pg_cron, ou no crontab de uma máquina; se está marcada, veja ali por quê ${HOW}.`,
    late > 0 &&
      `${late} documentos que já deviam ter saído ainda estão no bucket: rode npm run retention, ou veja se a chave secreta do pg_cron ainda vale ${HOW}.`,
  ]);
}

/** By what pg_cron noted of the last run that ended. */
async function hasFailed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ status: string }>(`
    select d.status from cron.job_run_details d join cron.job j using (jobid)
    where j.active and j.command like '%aplicar_prazos_do_dia%' and d.status in ('succeeded', 'failed')
    order by d.runid desc limit 1`);
  return rows[0]?.status === 'failed';
}
