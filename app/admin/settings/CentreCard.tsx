import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { centrePage as words } from '../../../content/centre.ts';
import { sectionNames } from '../../../domain/centre/sections.ts';
import { SecondaryButton } from '../../ui/Button.tsx';
import { centreQuery } from '../api/centre.ts';
import { Line, Lines } from '../controls/Lines.tsx';
import { Card } from './Card.tsx';
import { BackDialog, CentreDialog, saidOf } from './CentreDialog.tsx';

type Props = {
  open: (dialog: ReactNode) => void;
  /** The button that changes something. */
  change: (about: string, dialog: ReactNode) => ReactNode;
};

/** What the site says of the centre, section by section: who published it, and what changes it. Source: decisions 199, 201. */
export function CentreCard({ open, change }: Props) {
  const { data: publications } = useQuery(centreQuery);
  if (!publications) return null;
  return (
    <Card id="ajustes-centro" title={words.title}>
      <p>{words.intro}</p>
      <Lines label={words.title}>
        {sectionNames.map((name) => {
          const title = words.sections[name].title;
          const last = publications.find(({ section }) => section === name);
          const acts = (
            <>
              {last && (
                <SecondaryButton
                  aria-label={`${words.back}: ${title}`}
                  onClick={() => open(<BackDialog section={name} />)}
                >
                  {words.back}
                </SecondaryButton>
              )}
              {change(title, <CentreDialog section={name} />)}
            </>
          );
          return (
            <Line key={name} title={title} hint={last ? saidOf(last) : words.never} acts={acts}>
              <span className="block">{words.sections[name].hint}</span>
            </Line>
          );
        })}
      </Lines>
    </Card>
  );
}
