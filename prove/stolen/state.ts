import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { askOwner } from '../owner-client.ts';

/** Everything of a site that could be destroyed, as maps of text to compare. */
export type SiteState = {
  /** Answers, by id; those in the bin too. */
  enrolments: Map<string, string>;
  /** Consent and declaration of each enrolment. */
  consents: Map<string, string>;
  /** SHA-256 of each document's bytes with its metadata, by its name in the bucket. */
  documents: Map<string, string>;
  /** Why each enrolment that is gone was erased, by id. */
  erased: Map<string, string>;
  /** Situation, reason, class, criteria and notes, by enrolment. */
  followUps: Map<string, FollowUp>;
  /** Each class, by id. */
  classes: Map<string, string>;
  /** Password, role and whether with access, by e-mail. */
  accounts: Map<string, string>;
  /** Settings, closed times and the bucket. */
  settings: Map<string, string>;
};

export type FollowUp = {
  /** What the desk decides again: situation, reason, class, first day, criteria. */
  decided: Decided;
  notes: string[];
  /** Later documents, by address. */
  later: string[];
  /** What a family gave later and counts now: the number to call, the guardian's name and number, numbers that nobody has answered for. */
  given: string[];
  /** What a family asked for besides a number, and nobody has answered. */
  asked: string[];
};

export type Decided = {
  situacao: string;
  motivo: string | null;
  turma: string | null;
  primeiro_dia: string | null;
  cadunico: boolean;
  socioeconomica: boolean;
  responsavel: boolean;
};

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of every file below a folder, by its path in it. */
export function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

/** Reads all of it past the API, as the owner of the database, from a running site's data folder. */
export async function stateOf(folder: string): Promise<SiteState> {
  const texts = async (sql: string) => {
    const rows = await askOwner<{ key: string; text: string }>(folder, sql);
    return new Map(rows.map(({ key, text }) => [key, text]));
  };
  const objects = await askOwner<{ name: string; version: string; metadata: string }>(
    folder,
    'select name, version, metadata::text from storage.objects',
  );
  const bytesOf = (version: string) => {
    const file = join(folder, 'documents', version);
    return existsSync(file) ? sha256(readFileSync(file)) : 'no bytes';
  };
  const followUps = await askOwner<{ id: string } & FollowUp>(
    folder,
    `select a.inscricao_id as id,
       jsonb_build_object('situacao', a.situacao, 'motivo', a.motivo, 'turma', a.turma_id, 'primeiro_dia', a.primeiro_dia,
         'cadunico', a.cadunico_confere, 'socioeconomica', a.situacao_avaliada, 'responsavel', a.responsavel_confirmou) as decided,
       array(select n.texto from private.anotacoes n where n.inscricao_id = a.inscricao_id order by n.escrita_em) as notes,
       array(select d.endereco from private.documentos_novos d where d.inscricao_id = a.inscricao_id order by 1) as later,
       array_remove(array[a.telefone_novo, a.telefone_do_responsavel, a.nome_do_responsavel] || array(select p.telefone from private.pedidos p
         where p.inscricao_id = a.inscricao_id and p.respondido_em is null and p.telefone is not null), null) as given,
       array(select concat_ws(' ', p.tipo, p.mudancas) from private.pedidos p
         where p.inscricao_id = a.inscricao_id and p.respondido_em is null and p.telefone is null order by p.numero) as asked
     from private.acompanhamentos a`,
  );
  return {
    enrolments: await texts(
      'select id::text as key, to_jsonb(i)::text as text from public.inscricoes_projeto i',
    ),
    erased: await texts(
      `select inscricao_id::text as key, motivo as text from private.apagamentos where o_que = 'inscricao'`,
    ),
    consents: await texts(
      'select inscricao_id::text as key, to_jsonb(c)::text as text from private.consentimentos c',
    ),
    documents: new Map(
      objects.map(({ name, version, metadata }) => [name, `${bytesOf(version)} ${metadata}`]),
    ),
    followUps: new Map(followUps.map(({ id, ...rest }) => [id, rest])),
    classes: await texts(`
      select id::text as key, jsonb_build_object('id', id, 'name', nome, 'days', dias, 'time', horario, 'ageFrom', idade_de,
        'ageTo', idade_ate, 'places', vagas, 'ofProject', do_projeto, 'active', ativa, 'teacher', professor)::text as text from private.turmas`),
    accounts: await texts(
      `select u.email::text as key, concat_ws(' ', u.encrypted_password, a.papel, a.desativado_em is null, u.banned_until, u.deleted_at) as text
       from auth.users u left join private.administradores a on a.user_id = u.id`,
    ),
    settings: await texts(
      `select 'configuracao' as key, to_jsonb(c)::text as text from private.configuracao c
       union all select 'periodo', to_jsonb(p)::text from private.periodo p
       union all select 'bucket ' || b.id, to_jsonb(b)::text from storage.buckets b`,
    ),
  };
}

/** The names of `before` that are not in `after`, or there with another text. */
export function lostOf(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  return [...before].flatMap(([key, value]) =>
    JSON.stringify(after.get(key)) === JSON.stringify(value) ? [] : [key],
  );
}
