import { type FormEvent, useRef, useState } from 'react';
import { situation } from '../../../content/situation.ts';
import { asciiDigits, readDate } from '../../../domain/dates.ts';
import { decoratedWhileTyping } from '../../../domain/enrolment/masks.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useReady } from '../../ui/use-ready.ts';
import type { Question } from './situation-api.ts';

const words = situation.ask;

/**
 * The form for families without a link: protocol and birth date. What was typed stays, whatever the answer.
 */
export function AskForm({ busy, onAsk }: { busy: boolean; onAsk: (question: Question) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<{ protocolo?: string; nascimento?: string }>({});
  // Before hydration the browser itself would send the form, with both in the page's address.
  const ready = useReady();

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (!form.current || busy) return;
    const given = new FormData(form.current);
    const protocol = asciiDigits(String(given.get('protocolo'))).replace(/\D/g, '');
    const birth = readDate(String(given.get('nascimento')));
    const found = {
      ...(protocol.length !== 8 && { protocolo: words.protocolMissing }),
      ...((typeof birth !== 'string' || birth === '') && { nascimento: words.birthMissing }),
    };
    setProblems(found);
    const [first] = Object.keys(found);
    if (first) form.current.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else if (typeof birth === 'string') onAsk({ protocol, birth });
  }

  return (
    <form className="situation__form" aria-labelledby="procurar" noValidate ref={form} onSubmit={onSubmit}>
      <h2 className="title-3" id="procurar">
        {words.title}
      </h2>
      <p className="field__hint">{words.hint}</p>
      <TextField
        {...DIGITS}
        name="protocolo"
        label={words.protocol}
        hint={words.protocolHint}
        problem={problems.protocolo}
      />
      <TextField
        {...DIGITS}
        name="nascimento"
        label={words.birth}
        hint={words.birthHint}
        problem={problems.nascimento}
        onBlur={({ target }) => {
          target.value = decoratedWhileTyping('date', target.value) ?? target.value;
        }}
      />
      <p>
        <Button type={ready ? 'submit' : 'button'} busyText={busy && words.searching}>
          {words.submit}
        </Button>
      </p>
    </form>
  );
}

const DIGITS = { inputMode: 'numeric', autoComplete: 'off' } as const;
