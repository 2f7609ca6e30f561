import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { leavingData } from '../../content/attendance.ts';
import { brand } from '../../content/brand.ts';
import { samples } from '../../content/desk-notices.ts';
import { admin, idle, onlyOwnPassword, signingOut } from '../../content/desk-screens.ts';
import { live, openAt } from '../../tests/support/screens/live.tsx';
import { currentToast } from '../ui/toast/toast.ts';
import './accounts/AccountsPage.tsx'; // fetched already, as are the others
import './classes/ClassesPage.tsx';
import './classes/UnsentMarks.tsx';
import { forgetMarks, keepMarks } from './classes/unsent.ts';
import './settings/SettingsPage.tsx';
import { Desk } from './Desk.tsx';
import { IdleLock } from './IdleLock.tsx';
import { LoginCard } from './LoginCard.tsx';
import { Notices } from './Notices.tsx';

async function desk(role: string | null, address = '/', answers: Record<string, unknown> = {}) {
  const nothing = [
    [['lista_de_contas', {}], []],
    [['lista_de_turmas', {}], []],
    [['turmas_do_professor', {}], []],
  ] as const;
  const given = { lista_de_inscricoes: { rows: [], more: false, lost: false }, ...answers };
  const page = await live(<Desk />, [[['role'], role], ...nothing], given, () => openAt(address));
  await page.settle();
  return page;
}

test.each([
  [
    'direcao',
    '/?tela=turmas',
    'Turmas',
    'Inscrições | Turmas (on) | Registro | Ajustes | Contas | Manual (abre em outra página) | Sair',
  ],
  [
    'secretaria',
    '/?tela=contas',
    'Contas e senha',
    `Inscrições | Turmas | ${onlyOwnPassword.link} (on) | Manual (abre em outra página) | Sair`,
  ],
  ['professor', '/', 'Turmas', `Turmas (on) | ${onlyOwnPassword.link} | Sair`],
  ['professor', '/?tela=ajustes', 'Ajustes', `Turmas | ${onlyOwnPassword.link} | Sair ${admin.otherRole}`],
  [
    'secretaria',
    '/?tela=nada',
    'Inscrições do Projeto Social',
    'Inscrições (on) | Turmas | Senha | Manual (abre em outra página) | Sair',
  ],
  [null, '/', 'Inscrições do Projeto Social', `Sair ${admin.notAllowed}`],
])('a %s at %s is shown «%s» and the ways that the role has', async (role, address, title, controls) => {
  const page = await desk(role, address);
  const refusal = [admin.otherRole, admin.notAllowed].filter((one) => page.text().includes(one));
  const head = /^.*?Sair/.exec(page.controls())?.[0];
  expect([page.page.title, [head, ...refusal].join(' ')]).toEqual([`${title} | ${brand.name}`, controls]);
});

test('another screen begins at its title; signing out asks first while a decision has no answer', async () => {
  const page = await desk('direcao', '/?tela=contas');
  await page.press('Turmas');
  await page.press('Sair');
  expect(page.asked.at(-1)?.[0]).toBe('logout');
  const waits = await desk('direcao', '/?tela=contas');
  const { client } = waits;
  void client
    .getMutationCache()
    .build(client, { mutationFn: () => new Promise(() => {}) })
    .execute(undefined);
  await waits.settle();
  await waits.press('Sair');
  expect([waits.dialog().text, waits.asked.some(([name]) => name === 'logout')]).toEqual([
    expect.stringContaining(signingOut.title),
    false,
  ]);
  await waits.press(signingOut.stay);
  expect(waits.dialog().text).toBe('');
  await waits.press('Sair');
  await waits.press(signingOut.leave);
  expect(waits.asked.some(([name]) => name === 'logout')).toBe(true);
});

test('what waits for a person is answered above the list: whoever is erased soon is shown, a date confirmed, a flood put away', async () => {
  const brake = {
    ...{ reason: 'muitas', today: '2026-12-20', last: '2026-12-01', released: false },
    ...{ enrolments: 3, ofEnrolments: 9, documents: 1, ofDocuments: 2 },
  };
  const flood = {
    ...{ origin: 'o', hour: '2026-12-20T11:00:00Z', enrolments: 4, documents: 2 },
    ...{ first: '2026-12-20T11:05:00Z', last: '2026-12-20T11:50:00Z' },
  };
  const known = [
    [['limpeza_parada', {}], brake],
    [['alerta_da_equipe', {}], {}],
    [['lista_de_enxurradas', {}], [flood]],
    [['estado_das_copias', {}], []],
    [['contagem_de_inscricoes', { filtro: { saemLogo: true } }], { total: 1 }],
  ] as const;
  const onList = vi.fn();
  const page = await live(<Notices onList={onList} />, known, {
    recolher_enxurrada: { enrolments: 4, left: 0 },
  });
  expect(page.text()).toMatch(/^Atenção \(4\) .*sairiam agora|^Atenção \(4\)/);
  expect(page.text()).toContain(leavingData.text(1));
  await page.press(leavingData.open);
  expect(onList).toHaveBeenCalledWith(expect.objectContaining({ leavingSoon: true, search: '' }));
  await page.press('A data está certa');
  await page.press('Continuar a limpeza');
  expect(page.dialog().text).toContain('Digite a sua senha.');
  await page.type('A sua senha', 'frase');
  await page.press('Continuar a limpeza');
  expect([page.calls()[0], currentToast()?.title]).toEqual([
    ['confirmar_dia', { dia: '2026-12-20' }],
    'A limpeza continua sozinha, em até um dia.',
  ]);
  await page.press('Apagar todas');
  expect(page.dialog().text).toContain('Apagar 4 inscrições e 2 arquivos?');
  await page.press('Apagar');
  expect(page.dialog().text).toMatch(/Digite APAGAR para confirmar\..*Digite a sua senha\./);
  await page.type('Para confirmar, digite APAGAR', 'apagar');
  await page.type('A sua senha', 'frase');
  page.calls();
  await page.press('Apagar');
  expect([page.calls()[0], currentToast()?.title]).toEqual([
    ['recolher_enxurrada', { origem: 'o', hora: flood.hour, confirmacao: 'apagar' }],
    '4 inscrições apagadas.',
  ]);
  const others = await live(<Notices onList={onList} />, [[['role'], 'secretaria'], ...known]);
  expect([others.text().includes(samples.title), others.calls()]).toEqual([false, []]);
});

test('after 14 minutes the page asks, any movement is no answer then, and after 15 it locks for good', async () => {
  const page = await live(<IdleLock>dados</IdleLock>, []);
  const start = Date.now();
  const after = async (minutes: number, event?: string) => {
    vi.setSystemTime(start + minutes * 60_000);
    await act(async () => {
      if (event) window.dispatchEvent(new Event(event));
      document.dispatchEvent(new Event('visibilitychange')); // which looks at the clock
    });
    return [
      page.text().includes('dados'),
      page.text().includes(idle.title),
      page.text().includes(idle.leaving),
    ];
  };
  expect(await after(13.9)).toEqual([true, false, false]);
  expect(await after(14)).toEqual([true, true, false]);
  expect(await after(14.5, 'pointermove')).toEqual([true, true, false]);
  await page.press(idle.stay);
  expect(await after(28.4)).toEqual([true, false, false]);
  expect(await after(28.4, 'keydown')).toEqual([true, false, false]);
  expect(await after(42.3)).toEqual([true, false, false]);
  expect(await after(60, 'pointermove')).toEqual([false, false, true]);
  vi.setSystemTime(start);
  expect(await after(29)).toEqual([false, false, true]); // even if the clock goes back
  const leaves = await live(<IdleLock>dados</IdleLock>, []);
  vi.setSystemTime(Date.now() + 14 * 60_000);
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
  await leaves.press(idle.leave);
  expect(leaves.asked.some(([name]) => name === 'logout')).toBe(true);
});

test.each([
  [{ status: 400 }, admin.loginFailed],
  [{ status: 429 }, 'Muitas tentativas'],
  [{ status: 503 }, admin.noAnswer],
])('a sign-in that is refused with %j says: %s', async (answer, said) => {
  const mark = () => keepMarks('ana', 'a 2026-12-18', { name: 'Boxe', marks: { x: 'falta' } });
  const refusal = { token: () => Response.json({ error_code: 'invalid', msg: 'x' }, answer) };
  const page = await live(<LoginCard waited />, [], refusal, mark);
  for (const text of [admin.decisionWaited, admin.unsentMarks]) expect(page.text()).toContain(text);
  forgetMarks('ana', 'a 2026-12-18');
  Object.assign(page.field('E-mail'), { value: ' ana@example.com ' });
  Object.assign(page.field('Senha'), { value: 'frase' });
  await page.press('Mostrar senha');
  expect((page.field('Senha') as { type?: string }).type).toBe('text');
  await page.press('Entrar');
  expect([page.text(), page.focused()]).toEqual([expect.stringContaining(said), 'password']);
  expect(page.asked.find(([name]) => name === 'token')?.[1]).toMatchObject({
    email: 'ana@example.com',
    password: 'frase',
  });
  const usual = await live(<LoginCard waited={false} />, []);
  expect([
    usual.text().includes(admin.decisionWaited),
    usual.text().includes(admin.unsentMarks),
    usual.focused(),
  ]).toEqual([false, false, 'email']);
});
