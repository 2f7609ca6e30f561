import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { centrePage as words } from '../../../content/centre.ts';
import type { FactName } from '../../../domain/centre/facts.ts';
import { shownFacts } from '../../../domain/centre/typed.ts';
import { brazilianMoment } from '../../../domain/dates.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { centreQuery, type Publication } from '../api/centre.ts';
import { Line, Lines } from '../controls/Lines.tsx';
import { Card } from './Card.tsx';
import { BackDialog, CentreDialog } from './CentreDialog.tsx';

/** What changes most; the rest is seen where it is changed. */
const SHOWN: readonly FactName[] = ['name', 'phone', 'street', 'hours'];

/** What the site says of the centre, who published it, and what changes it. Source: decision 199. */
export function CentreCard({ open }: { open: (dialog: ReactNode) => void }) {
  const { data: publications } = useQuery(centreQuery);
  if (!publications) return null;
  const [last, ...before] = publications;
  const shown = shownFacts(last?.facts ?? {});
  const goBack = (to: Publication | null) => (
    <SecondaryButton onClick={() => open(<BackDialog to={to} />)}>{words.back}</SecondaryButton>
  );
  return (
    <Card id="ajustes-centro" title={words.title}>
      <p>{words.intro}</p>
      <Lines label={words.title}>
        {SHOWN.map((name) => (
          <Line key={name} title={`${words.fields[name].label}:`}>
            {shown[name].replaceAll('\n', '. ')}
          </Line>
        ))}
      </Lines>
      <SecondaryButton onClick={() => open(<CentreDialog />)}>{words.change}</SecondaryButton>
      {last ? (
        <Lines label={words.publications}>
          <Line title={saidOf(last)} />
          {before.map((one) => (
            <Line key={one.version} title={saidOf(one)} acts={goBack(one)} />
          ))}
          {last.version <= publications.length && <Line title={words.file} acts={goBack(null)} />}
        </Lines>
      ) : (
        <p className="hint">{words.never}</p>
      )}
    </Card>
  );
}

const saidOf = ({ at, by }: Publication) => words.last(brazilianMoment(new Date(at)), by ?? words.owner);
