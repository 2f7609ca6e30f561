import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, Suspense, useEffect, useRef, useState } from 'react';
import { brand } from '../../content/brand.ts';
import { admin, deskScreens, onlyOwnPassword, signingOut } from '../../content/desk-screens.ts';
import { manual } from '../../content/print-export.ts';
import { type Act, mayDo } from '../../domain/roles.ts';
import { useSession } from '../api/session.tsx';
import { Alert } from '../ui/Alert.tsx';
import { SecondaryButton } from '../ui/Button.tsx';
import { useConfirmLeaving } from '../ui/browser/use-confirm-leaving.ts';
import { LOST_AT_THE_END } from './api/calls.ts';
import { goToScreen, useNamedScreen } from './controls/desk-address.ts';
import { focusNewScreen } from './controls/focus-target.ts';
import { Loading } from './controls/Loading.tsx';
import { later } from './controls/later.ts';
import { QueryState } from './controls/QueryState.tsx';
import { Question } from './controls/Question.tsx';
import { setUnsavedValue } from './controls/unsaved.ts';
import { roleQuery, useMay } from './controls/use-may.ts';
import { IdleLock } from './IdleLock.tsx';
import { EnrolmentList } from './list/EnrolmentList.tsx';
import './controls/desk-pages.css';

const Notices = later(() => import('./Notices.tsx'), 'Notices');
const UnsentMarks = later(() => import('./classes/UnsentMarks.tsx'), 'UnsentMarks');

/** The list, and what is told above it. */
function ListScreen() {
  const [begun, setBegun] = useState(0);
  return (
    <>
      <Suspense fallback={null}>
        <Notices
          onList={(filter) => {
            setUnsavedValue('list', '', '', { filter, page: 1 });
            setBegun(begun + 1); // anew, at that place
          }}
        />
      </Suspense>
      <EnrolmentList key={begun} />
    </>
  );
}

/** The screens in order: the value of `?tela=`, what whoever sees one may do, and what is drawn. */
const SCREENS = [
  ['inscricoes', 'ler', ListScreen],
  ['turmas', 'ler_turma', later(() => import('./classes/ClassesPage.tsx'), 'ClassesPage')],
  ['numeros', 'exportar', later(() => import('./numbers/NumbersPage.tsx'), 'NumbersPage')],
  ['registro', 'ver_registro', later(() => import('./audit/AuditPage.tsx'), 'AuditPage')],
  ['ajustes', 'ver_ajustes', later(() => import('./settings/SettingsPage.tsx'), 'SettingsPage')],
  ['contas', 'ler_turma', later(() => import('./accounts/AccountsPage.tsx'), 'AccountsPage')],
] as const satisfies readonly (readonly [parameter: string, act: Act, screen: ComponentType])[];

type DeskScreen = (typeof SCREENS)[number];

/** The desk's head and the screen that `?tela=` names, for anything else the first that the role may see. */
export function Desk() {
  const { signOut } = useSession();
  const client = useQueryClient();
  const may = useMay();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWaiting = useIsMutating(LOST_AT_THE_END) > 0;
  const [asks, setAsks] = useState(false);
  useConfirmLeaving(isWaiting);
  const wanted = useNamedScreen();
  const shown =
    SCREENS.find(([name]) => name === wanted) ?? SCREENS.find(([, act]) => may(act)) ?? SCREENS[0];
  const [screen] = shown;

  useEffect(() => {
    const before = document.title;
    document.title = `${deskScreens[screen].title} | ${brand.name}`;
    focusNewScreen(heading.current);
    return () => {
      document.title = before;
    };
  }, [screen]);

  async function onSignOut() {
    await client.cancelQueries(); // they would be refused
    await signOut();
  }

  return (
    <>
      <header className="admin__head row">
        <h1 id="desk-title" tabIndex={-1} ref={heading}>
          {deskScreens[screen].title}
        </h1>
        {may('ler_turma') && <DeskNav current={screen} />}
        <nav className="admin__ways row gap-3 no-print" aria-label="Administração">
          {may('ler') && (
            <a className="tab touch" href="/admin/manual" target="_blank" rel="noopener noreferrer">
              {manual.link}
              <span className="vh"> (abre em outra página)</span>
            </a>
          )}
          <SecondaryButton onClick={isWaiting ? () => setAsks(true) : onSignOut}>Sair</SecondaryButton>
        </nav>
      </header>
      <Suspense fallback={null}>
        <UnsentMarks />
      </Suspense>
      <Shown screen={shown} />
      {asks && <Question words={signingOut} onStay={() => setAsks(false)} onLeave={onSignOut} />}
    </>
  );
}

/**
 * Links to the screens that the role may see; 'Turmas' leads to 'Números'. Without the right to see accounts, the accounts screen is only where
 * one's own password is changed.
 */
function DeskNav({ current }: { current: string }) {
  const may = useMay();
  const words = { ...deskScreens, ...(!may('ver_contas') && { contas: onlyOwnPassword }) };
  return (
    <nav className="desk-nav flow no-print" aria-label={deskScreens.label}>
      {SCREENS.filter(([name, act]) => name !== 'numeros' && may(act)).map(([name]) => (
        <a
          key={name}
          className="tab touch"
          href={name === 'inscricoes' ? '/admin/inscricoes' : `?tela=${name}`}
          aria-current={name === (current === 'numeros' ? 'turmas' : current) ? 'page' : undefined}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab, or window
            event.preventDefault();
            goToScreen(event.currentTarget.search);
          }}
        >
          {words[name].link}
        </a>
      ))}
    </nav>
  );
}

/** A screen behind the idle lock, for whoever may see it. */
function Shown({ screen: [, act, Screen] }: { screen: DeskScreen }) {
  const access = useQuery(roleQuery);
  if (!access.isSuccess) return <QueryState query={access} loading="Carregando…" />;
  if (!mayDo(access.data, 'ler_turma')) return <Alert title={admin.notAllowed} />;
  const allowed = mayDo(access.data, act);
  return (
    <IdleLock>
      <Suspense fallback={<Loading>Carregando…</Loading>}>
        {allowed ? <Screen /> : <Alert title={admin.otherRole} />}
      </Suspense>
    </IdleLock>
  );
}
