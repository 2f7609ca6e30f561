import { type Ref, useId, useState } from 'react';
import { accounts } from '../../content/accounts.ts';
import { Icon } from '../ui/Icon.tsx';

/** A password that can be shown while it is typed, with its hint and what is wrong with it. */
export function PasswordField({
  label,
  autoComplete,
  hint,
  problem,
  value,
  onChange,
  input,
}: {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  hint?: string;
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  input?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [visible, setVisible] = useState(false);
  const described = [hint && `${id}-dica`, problem && `${id}-erro`].filter(Boolean).join(' ');
  return (
    <div className={problem ? 'field field--problem' : 'field'}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-dica`}>
          {hint}
        </p>
      )}
      <input
        className="field__input"
        id={id}
        type={visible ? 'text' : 'password'}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={Boolean(problem)}
        aria-describedby={described || undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        ref={input}
      />
      {problem && (
        <p className="field__problem" id={`${id}-erro`}>
          <Icon name="alert" />
          <span>
            <span className="vh">Erro:</span> {problem}
          </span>
        </p>
      )}
      <button
        className="link-button"
        type="button"
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
      >
        {accounts.show}
      </button>
    </div>
  );
}
