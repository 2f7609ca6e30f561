import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { centrePage as words } from '../../../content/centre.ts';
import { FACTS_ID, sayOf } from '../../../content/published.ts';
import {
  type CentreFacts,
  type FactName,
  factProblems,
  ownFacts,
  PREVIEW_PATH,
} from '../../../domain/centre/facts.ts';
import { readFacts, shownFacts, type TypedFacts } from '../../../domain/centre/typed.ts';
import { accessToken } from '../../api/auth.ts';
import { configuration } from '../../api/client.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { TextArea, TextField } from '../../ui/fields/TextField.tsx';
import { centreQuery, type Publication, publishCentre } from '../api/centre.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';

/** The one that is changed here. */
const SECTION = 'quem_somos';
const NAMES = Object.keys(words.fields) as FactName[];
const labelOf = (name: FactName) => words.fields[name].label;

/** Changes what the site says of the centre, with the page as it will be. What is typed stays as long as the session. */
export function CentreDialog() {
  const { facts, publish } = usePublish();
  const unsaved = useUnsavedValue('setting', 'centro');
  const { data: isOurs } = useQuery({ queryKey: ['our-server'], queryFn: isOurServer });
  const [previewed, setPreviewed] = useState(false);
  return (
    <FormDialog<TypedFacts>
      title={words.change}
      className="dialog--low"
      initial={shownFacts(facts)}
      unsaved={unsaved}
      check={(typed) => factProblems(SECTION, readFacts(typed))}
      disabled={(typed) => changesOf(facts, readFacts(typed)).length === 0}
      submit={words.publish}
      busy={words.publishing}
      password
      explain={explain}
      send={async (typed, password) => {
        const said = await publish(ownFacts(readFacts(typed)), password);
        unsaved[1](undefined);
        return said;
      }}
    >
      {({ text, values }) => (
        <>
          {NAMES.map((name) => {
            const field = { ...words.fields[name], ...text(name) };
            if (name === 'hours') return <TextArea key={name} rows={3} {...field} />;
            return <TextField key={name} autoComplete="off" inputMode={KEYS[name]} {...field} />;
          })}
          {isOurs && (
            <SecondaryButton
              disabled={Object.keys(factProblems(SECTION, readFacts(values))).length > 0}
              onClick={() => {
                setPreviewed(true);
                void preview(ownFacts(readFacts(values)));
              }}
            >
              {words.preview.open}
            </SecondaryButton>
          )}
          {isOurs && (
            <iframe name={FRAME} width="100%" height="500" title={words.preview.title} hidden={!previewed} />
          )}
        </>
      )}
    </FormDialog>
  );
}

const KEYS: { [Name in FactName]?: 'tel' | 'email' } = {
  phone: 'tel',
  email: 'email',
};

/** Goes back to what a publication said; null: to what content/ says. */
export function BackDialog({ to }: { to: Publication | null }) {
  const { facts, publish } = usePublish();
  return (
    <FormDialog
      title={words.back}
      submit={words.back}
      busy={words.publishing}
      password
      explain={explain}
      send={(_, password) => publish(to?.facts ?? null, password)}
    >
      <ul className="stack gap-2">
        {changesOf(facts, to?.facts ?? {}).map(({ name, from, to: becomes }) => (
          <li key={name}>{words.becomes(labelOf(name), from, becomes)}</li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** Somebody published meanwhile; its message says what. */
class Overtaken extends Error {}

const explain = (error: unknown) => (error instanceof Overtaken ? error.message : accountFailure(error));

/** What is published now, and publishing after it: what is said then. Throws Overtaken where somebody was first. */
function usePublish() {
  const client = useQueryClient();
  const { data: publications = [] } = useQuery(centreQuery);
  const last = publications.find(({ section }) => section === SECTION);
  const facts = last?.facts ?? {};
  return {
    facts,
    publish: async (next: Partial<CentreFacts> | null, password: string) => {
      if (!(await publishCentre(SECTION, last?.version ?? 0, next, password))) {
        const all = await client.fetchQuery({ ...centreQuery, staleTime: 0 });
        const now = all.find(({ section }) => section === SECTION);
        const theirs = changesOf(facts, now?.facts ?? {}).map(({ name, from, to }) =>
          words.becomes(labelOf(name), from, to),
        );
        throw new Overtaken(words.overtaken(now?.by ?? words.owner, theirs.join('; ') || words.same));
      }
      if (!(await isShown(next ?? {}))) return words.stored;
      sayOf({ [SECTION]: next ?? {} }); // of this tab; the others read the new pages
      return words.published;
    },
  };
}

/** What reads otherwise, fact by fact. */
function changesOf(before: Partial<CentreFacts>, after: Partial<CentreFacts>) {
  const [from, to] = [shownFacts(before), shownFacts(after)];
  return NAMES.filter((name) => from[name] !== to[name]).map((name) => ({
    ...{ name, from: from[name], to: to[name] },
  }));
}

/** Whether the pages say these facts: on a static host not before the next build. */
async function isShown(facts: Partial<CentreFacts>): Promise<boolean> {
  const page = await fetch('/', { cache: 'no-store' }).then(
    (answer) => answer.text(),
    () => '',
  );
  const [, json = '{}'] = new RegExp(`id="${FACTS_ID}">([^<]*)</script>`).exec(page) ?? [];
  return page !== '' && changesOf(JSON.parse(json)[SECTION] ?? {}, facts).length === 0;
}

const isOurServer = async () => (await configuration()).supabaseUrl === location.origin;

/** Of the frame, for the form that asks for its page. */
const FRAME = 'previa';

async function preview(facts: Partial<CentreFacts>): Promise<void> {
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', action: PREVIEW_PATH, target: FRAME, hidden: true });
  const sent = { token: (await accessToken()) ?? '', section: SECTION, facts: JSON.stringify(facts) };
  for (const [name, value] of Object.entries(sent))
    form.append(Object.assign(document.createElement('input'), { name, value }));
  document.body.append(form);
  form.submit();
  form.remove();
}
