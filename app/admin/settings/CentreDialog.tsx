import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { centrePage as words } from '../../../content/centre.ts';
import { FACTS_ID, PREVIEW_PATH, type Published, sayOf } from '../../../content/published.ts';
import { changesOf, factProblems, ownFacts, shownFacts, shownOf } from '../../../domain/centre/facts.ts';
import type { TypedRecord } from '../../../domain/centre/kinds.ts';
import { SECTIONS, type Section } from '../../../domain/centre/sections.ts';
import { brazilianMoment, todayInBrazil } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { Choices } from '../../ui/fields/Choices.tsx';
import { builtQuery, centreQuery, type Publication, publishCentre, storedQuery } from '../api/centre.ts';
import { accountFailure } from '../controls/account-failure.ts';
import { FormDialog } from '../controls/FormDialog.tsx';
import { useUnsavedValue } from '../controls/unsaved.ts';
import { CentreFields } from './CentreFields.tsx';

/** Changes what the site says in a section, with the page as it will be. What is typed stays as long as the session. */
export function CentreDialog({ section }: { section: Section }) {
  const { facts, publish } = usePublish(section);
  const unsaved = useUnsavedValue('setting', section);
  const { data: stored } = useQuery(storedQuery);
  const { data: photos } = useQuery(builtQuery);
  /** With which facts the page is shown as it will be, as JSON. */
  const [previewed, preview] = useState('');
  return (
    <FormDialog<TypedRecord>
      title={words.sections[section].title}
      className="dialog--low"
      initial={shownFacts(section, facts)}
      unsaved={unsaved}
      check={(typed) => ({
        ...(isOver(typed) && { 'notice.0.until': words.past }),
        ...factProblems(section, ownFacts(section, typed)),
      })}
      disabled={(typed) => changesOf(section, facts, ownFacts(section, typed)).length === 0}
      submit={words.publish}
      busy={words.publishing}
      password
      explain={explain}
      send={async (typed, password) => {
        const said = await publish(ownFacts(section, typed), password);
        unsaved[1](undefined);
        return said;
      }}
    >
      {({ values, problems, set, isWrong }) => (
        <>
          <CentreFields
            fields={SECTIONS[section].fields}
            labels={words.sections[section].fields}
            path=""
            values={values}
            problems={problems}
            set={(name, value, solved) => set({ [name]: value }, [solved])}
          />
          <SecondaryButton
            disabled={!stored}
            onClick={() => {
              if (isWrong()) return;
              const facts: Published = { ...stored, ...photos, [section]: ownFacts(section, values) };
              preview(JSON.stringify(shownOf(facts).shown));
            }}
          >
            {words.preview.open}
          </SecondaryButton>
          {previewed && (
            <iframe
              key={previewed}
              data-facts={previewed}
              src={PREVIEW_PATH + pathOf(section).replace(/^\/$/, '')}
              width="100%"
              height="500"
              title={words.preview.title}
              onLoad={({ currentTarget }) => {
                currentTarget.scrollIntoView();
                currentTarget.contentWindow?.dispatchEvent(new Event('keydown')); // its scripts come when it is used
              }}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** Whether the notice would be seen by nobody. */
function isOver({ notice = [] }: TypedRecord): boolean {
  const [one] = notice as readonly TypedRecord[];
  return Boolean(one?.until) && String(one?.until) < todayInBrazil();
}

/** Goes back to what a publication of before said, or content/. */
export function BackDialog({ section }: { section: Section }) {
  const { facts, publish, before } = usePublish(section);
  const choices = Object.fromEntries(before.map((one) => [one.version, one.at ? saidOf(one) : words.file]));
  const factsOf = (chosen: string) => before.find(({ version }) => `${version}` === chosen)?.facts ?? null;
  return (
    <FormDialog
      title={`${words.back}: ${words.sections[section].title}`}
      initial={{ to: `${before[0]?.version}` }}
      submit={words.back}
      busy={words.publishing}
      password
      explain={explain}
      send={({ to }, password) => {
        if (!(to in choices)) throw new Overtaken(words.tooOld);
        return publish(factsOf(to), password);
      }}
    >
      {({ values, choice }) => (
        <>
          <Choices legend={words.to} choices={choices} {...choice('to')} />
          <ul className="stack gap-2" aria-live="polite">
            {changesOf(section, facts, factsOf(values.to)).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </>
      )}
    </FormDialog>
  );
}

/** When a publication was, and whose. */
export const saidOf = ({ at, by }: Publication) =>
  words.last(brazilianMoment(new Date(at)), by ?? words.owner);

/** Somebody published meanwhile; its message says what. */
class Overtaken extends Error {}

/** What a person is told of what `publish` threw. */
export const explain = (error: unknown) =>
  error instanceof Overtaken ? error.message : accountFailure(error);

const ofSection = (publications: readonly Publication[], name: Section) =>
  publications.filter(({ section }) => section === name);

/** What is published of a section now, what it may go back to, and publishing after it: what is said then. Throws Overtaken where somebody was first. */
export function usePublish(section: Section) {
  const client = useQueryClient();
  const { data } = useQuery(centreQuery);
  const [last, ...earlier] = ofSection(data ?? [], section);
  const facts = last?.facts ?? null;
  const isWhole = earlier.length + 1 === last?.version; // none of the ten went
  return {
    isKnown: data !== undefined,
    facts,
    before: isWhole ? [...earlier, { section, version: 0, facts: null, at: '', by: null }] : earlier,
    /** `photos`: those that are new in it, as base64. */
    publish: async (next: object | null, password: string, photos: readonly string[] = []) => {
      if (!(await publishCentre(section, last?.version ?? 0, next, password, photos))) {
        const [now] = ofSection(await client.fetchQuery({ ...centreQuery, staleTime: 0 }), section);
        const theirs = changesOf(section, facts, now?.facts ?? null).join('; ');
        throw new Overtaken(words.overtaken(now?.by ?? words.owner, theirs || words.same));
      }
      return saidAfter(section, next);
    },
  };
}

/** The page that shows it. */
const pathOf = (section: Section) => `/${SECTIONS[section].page.replace(/\/?index\.html$/, '')}`;

/** Above what simple phones take well: bytes of a page, packed (decision 36). */
const HEAVY = 12_000;

/** What is said of facts that were stored, by the page that shows them: on a static host not before the next build. */
async function saidAfter(section: Section, facts: object | null): Promise<string> {
  const answer = await fetch(pathOf(section), { cache: 'no-store' }).catch(() => null);
  const page = (await answer?.text()) ?? '';
  const [, json = '{}'] = new RegExp(`id="${FACTS_ID}">([^<]*)</script>`).exec(page) ?? [];
  const shown = JSON.parse(json);
  const wanted = shownOf({ ...shown, [section]: facts ?? {} }).shown[section] ?? null;
  if (page === '' || changesOf(section, shown[section], wanted).length > 0) return words.stored;
  if (pathOf(section) === '/') sayOf(shown); // of this tab, which shows nothing of the project's; the others read the new pages
  return Number(answer?.headers.get('content-length')) > HEAVY ? words.heavy : words.published;
}
