import { Link } from 'react-router';
import { deskScreens, onlyOwnPassword } from '../../content/desk-screens.ts';
import type { Act } from '../../domain/roles.ts';
import { useMay } from './controls/use-may.ts';

/** The screens in order, and what whoever sees one may do. */
const SCREENS = [
  ['inscricoes', 'ler'],
  ['turmas', 'ler_turma'],
  ['registro', 'ver_registro'],
  ['ajustes', 'ver_ajustes'],
  ['contas', 'ler_turma'],
] as const satisfies readonly (readonly [screen: string, act: Act])[];

/** A screen of the desk: the value of `?tela=`. */
export type DeskScreen = (typeof SCREENS)[number][0];

/** The screen that `?tela=` names; the list for anything else. */
export function screenOf(parameter: string | null): DeskScreen {
  return SCREENS.find(([screen]) => screen === parameter)?.[0] ?? 'inscricoes';
}

/**
 * Links to the screens that the role may see. Without the right to see accounts, the accounts screen is only
 * where one's own password is changed.
 */
export function DeskNav({ current }: { current: DeskScreen }) {
  const may = useMay();
  const words = { ...deskScreens, ...(!may('ver_contas') && { contas: onlyOwnPassword }) };
  return (
    <nav className="desk-nav flow no-print" aria-label={deskScreens.label}>
      {SCREENS.filter(([, act]) => may(act)).map(([screen]) => (
        <Link
          key={screen}
          className="desk-nav__link touch"
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
