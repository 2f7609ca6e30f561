import { useQueryClient } from '@tanstack/react-query';
import { makeLink, recordPreparedMessage } from '../../api/decisions.ts';
import { actionError } from '../../api/failure-text.ts';
import { followUpQuery, summaryOf } from '../../api/follow-up.ts';
import type { Changed, FollowUpSummary } from '../../api/follow-up-shape.ts';
import type { EnrolmentEvent, Telling, ToTell } from './shape.ts';

type Props = {
  /** The enrolment on the screen, by id. */
  shown: string;
  telling: Telling | null;
  dispatch: (event: EnrolmentEvent) => void;
  onFollowUpChange: (enrolment: string, known: FollowUpSummary) => void;
};

/** Telling the family of the last decision, also while the next enrolment is open. */
export function useTelling({ shown, telling, dispatch, onFollowUpChange }: Props) {
  const client = useQueryClient();

  function know(id: string, answer: Changed | null) {
    client.setQueryData(followUpQuery(id).queryKey, answer);
    if (answer) onFollowUpChange(id, summaryOf(answer));
  }

  /** Records whether the opened message was sent: only then does the family count as told. */
  async function answerSent(sent: boolean) {
    if (!telling) return;
    const { id } = telling.enrolment;
    dispatch({ of: id, type: 'tellAnswered', sent });
    if (!sent) return;
    try {
      know(id, await recordPreparedMessage(id, telling.model, telling.to));
    } catch (error) {
      dispatch({ of: shown, type: 'failed', problem: actionError(error) });
    }
  }

  /** Opens the message of this family; one opened before, whose question was not answered, counts as sent. */
  function open(next: Telling) {
    if (telling) void answerSent(true);
    dispatch({ of: next.enrolment.id, type: 'tellOpened', telling: next });
  }

  /** The link that a message is to carry; null when it could not be made. */
  async function linkFor({ enrolment: { id } }: ToTell) {
    try {
      const made = await makeLink(id);
      know(id, made?.state ?? null);
      return made;
    } catch (error) {
      dispatch({ of: shown, type: 'failed', problem: actionError(error) });
      return null;
    }
  }

  return { answerSent, open, linkFor };
}

export type Tell = ReturnType<typeof useTelling>;
