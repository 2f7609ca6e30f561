import { type KeyboardEvent, type ReactNode, useId } from 'react';

type Props<Name extends string> = {
  tabs: Record<Name, ReactNode>;
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
};

/** Tabs and the panel of the chosen one. Left and right arrows move between them, as in ARIA's tabs pattern. */
export function Tabs<Name extends string>({ tabs, chosen, onChoose, children }: Props<Name>) {
  const id = useId();
  const names = Object.keys(tabs) as Name[];

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = names[(names.indexOf(chosen) + step + names.length) % names.length];
    if (next === undefined) return;
    onChoose(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
    event.preventDefault();
  }

  return (
    <>
      <div className="tabs flow gap-2 no-print" role="tablist" onKeyDown={move}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className="tabs__tab"
            role="tab"
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-painel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-painel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
