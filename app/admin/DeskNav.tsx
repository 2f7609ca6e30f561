import { Link } from 'react-router';
import { deskScreens, onlyOwnPassword } from '../../content/desk-screens.ts';
import type { Act } from '../../domain/roles.ts';
import { useMay } from './controls/use-may.ts';

const SCREENS = ['inscricoes', 'turmas', 'registro', 'ajustes', 'contas'] as const;

/** What a screen takes to be seen; the others are everybody's. */
const NEEDS: { readonly [Screen in DeskScreen]?: Act } = { registro: 'ver_registro', ajustes: 'ver_ajustes' };

/** A screen of the desk: the value of `?tela=`. */
export type DeskScreen = (typeof SCREENS)[number];

/** The screen that `?tela=` names; the list for anything else. */
export function screenOf(parameter: string | null): DeskScreen {
  return SCREENS.find((screen) => screen === parameter) ?? 'inscricoes';
}

/** The screens that the role may see; who manages no accounts changes the own password on that screen. */
export function DeskNav({ current }: { current: DeskScreen }) {
  const may = useMay();
  const words = { ...deskScreens, ...(!may('ver_contas') && { contas: onlyOwnPassword }) };
  return (
    <nav className="desk-nav no-print" aria-label={deskScreens.label}>
      {SCREENS.filter((screen) => may(NEEDS[screen] ?? 'ler')).map((screen) => (
        <Link
          key={screen}
          className="desk-nav__link"
          to={{ search: screen === 'inscricoes' ? '' : `?tela=${screen}` }}
          aria-current={screen === current ? 'page' : undefined}
        >
          {words[screen].link}
          <span className="desk-nav__rest">{words[screen].rest}</span>
        </Link>
      ))}
    </nav>
  );
}
