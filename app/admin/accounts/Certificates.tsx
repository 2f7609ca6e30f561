import { useQuery, useQueryClient } from '@tanstack/react-query';
import { LINE_KINDS, datedLines as words } from '../../../content/dated-lines.ts';
import { certificatesQuery } from '../api/accounts.ts';
import { noteLine } from '../api/decisions.ts';
import { DatedLines } from '../controls/DatedLines.tsx';
import { QueryState } from '../controls/QueryState.tsx';

const NOBODY = { account: null, kind: 'antecedentes', text: '', day: null, until: null } as const;

/** Whose certificate is of which day, of each account and of who has none; nothing where the settings switch it off. */
export function Certificates() {
  const client = useQueryClient();
  const query = useQuery(certificatesQuery);
  return (
    <>
      <QueryState query={query} loading={words.teamLoading} />
      <DatedLines
        title={LINE_KINDS.antecedentes.label}
        rows={query.data?.length ? [...query.data, NOBODY] : []}
        save={(line) =>
          // until when it is good is counted there
          noteLine(null, { ...line, until: null }, line.account).then(() =>
            client.invalidateQueries(certificatesQuery),
          )
        }
      />
    </>
  );
}
