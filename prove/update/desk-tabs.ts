import type { Page } from '@playwright/test';
import { accounts, confirming } from '../../content/accounts.ts';
import { auditPage } from '../../content/audit.ts';
import { classes } from '../../content/classes.ts';
import { attaching, correcting } from '../../content/corrections.ts';
import { deciding } from '../../content/deciding.ts';
import { desk } from '../../content/desk.ts';
import { brake, flood } from '../../content/desk-notices.ts';
import { admin, deskScreens } from '../../content/desk-screens.ts';
import { erasing } from '../../content/erasing.ts';
import { exporting } from '../../content/exporting.ts';
import { openEnrolment as opened } from '../../content/open-enrolment.ts';
import { errorScreen } from '../../content/pages.ts';
import { printAndExport } from '../../content/print-export.ts';
import { requests } from '../../content/requests.ts';
import { retention } from '../../content/retention.ts';
import { toDo } from '../../content/to-do.ts';
import { CRITERIA, SITUATIONS } from '../../domain/desk/situations.ts';
import { ADMIN } from '../../kit/site.ts';
import { attachTo } from './open-tabs.ts';

// What is done in each tab of the release before. Words that this release has too are those of content/.

/** A button, by its name; a field by its label, pressed, or with what is written or chosen in it; or something else. */
export type Step =
  | string
  | RegExp
  | readonly [label: string | RegExp, text?: string | { index: number }]
  | ((page: Page) => Promise<unknown>);

export async function take(page: Page, step: Step): Promise<unknown> {
  if (typeof step === 'function') return step(page);
  if (typeof step === 'string' || step instanceof RegExp)
    return page.getByRole('button', { name: step, exact: true }).last().click();
  const [label, text] = step;
  const field = page.getByLabel(label, { exact: true }).last();
  if (text === undefined) return field.click();
  const isSelect = await field.evaluate((element) => element instanceof HTMLSelectElement);
  return isSelect || typeof text === 'object' ? field.selectOption(text) : field.fill(text);
}

/** Who else has an account: one teacher, the others as secretaria. */
export const COLLEAGUES = ['professor', 'papel', 'saiu', 'senha'] as const;
export const colleague = (who: (typeof COLLEAGUES)[number]) => ({
  email: `${who}@example.com`,
  password: 'outra senha só de teste',
});
/** What is made or given in a tab. */
const [NEW, MADE] = ['nova@example.com', 'mais uma senha só de teste'];
/** Words that this release has no more. */
const [RELEASE, FOR_EVER, ONLY, EDIT] = [
  'Foi combinado: liberar',
  'Apagar para sempre',
  'Só gravar',
  'Corrigir',
];
const [APPROVE, UNDO, TELL, EXPORT_THESE] = ['Aprovar em…', 'Desfazer', 'Avisar…', 'Exportar'];
// People are known by the number at the end of a demonstration name.
const row = (number: number) => new RegExp(`^Ver inscrição de .* ${number}$`);
const ticked = (number: number): Step => [new RegExp(`^Marcar inscrição de .* ${number}$`)];
const link = (name: RegExp) => (page: Page) => page.getByRole('link', { name }).last().click();
const fold = (words: string) => (page: Page) => page.locator('summary', { hasText: words }).click();
const seen = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const open = (number: number) => [row(number), seen(opened.history)] as const;
const screen = (words: string) => (page: Page) =>
  page.getByRole('navigation', { name: deskScreens.label }).getByRole('link', { name: words }).click();
const inscricoes = screen(deskScreens.inscricoes.link);
const turmas = screen(deskScreens.turmas.link);
const registro = screen(deskScreens.registro.link);
const ajustes = screen(deskScreens.ajustes.link);
const contas = screen(deskScreens.contas.link);
const own: Step = [confirming.label, ADMIN.password];
const password: Step = [accounts.password, MADE];
const typeProtocol = async (page: Page) => {
  const title = await page.getByRole('heading', { name: /^Apagar a inscrição/ }).innerText();
  return take(page, [erasing.confirm('x'), title.replace(/\D/g, '')]);
};
const attach = (page: Page) => attachTo(page, 'dialog input[name=cadastroUnico]');
const approve = (...numbers: number[]) => [...numbers.map(ticked), APPROVE, /^Aprovar \d/];

const { ending } = classes;
const somebody: Step = [auditPage.person, { index: 1 }];
const takeBack = auditPage.takeBack.open;
const waits = 'Quem participou e saiu';
const REFUSE = [...open(12), desk.more, SITUATIONS['nao-aprovada']];
const SAVE = `${accounts.save}: ${waits}`;
const SHORTEN = [ajustes, [waits, '3'], SAVE] as const;
const EXPORT = [seen(exporting.warning), exporting.start, seen(/ está pronto/), exporting.start] as const;

/** What is done in each, of which the last when the site is another. */
export const TABS = {
  search: [
    [desk.search, 'Demonstração'],
    [desk.search, 'Demonstração 7'],
  ],
  chip: [/^A avisar/],
  filter: [/^Filtros/, [desk.situation, 'nova']],
  'the list again': [turmas, inscricoes],
  'an enrolment opened': [row(12)],
  approved: [...open(12), deciding.withClass, [deciding.firstDay, '2027-02-01'], ONLY],
  'reasons of before': REFUSE,
  refused: [...REFUSE, [opened.reason, 'Não há vaga.'], ONLY],
  undone: [...open(15), SITUATIONS['lista-de-espera'], /^Desfazer: /],
  note: [...open(12), [opened.note, 'Liga na terça.'], opened.writeNote],
  'note corrected': [...open(10), EDIT, [EDIT, 'Liga na quarta.'], 'Guardar correção'],
  criterion: [...open(12), [CRITERIA.cadunico]],
  'link made': [...open(17), 'Avisar: pôr o link na mensagem'],
  'links ended': [...open(12), fold(opened.links.title), opened.links.end],
  'message sent': [...open(13), link(/^Chamar /)],
  compared: [...open(9), /^Comparar com/],
  'different people': [...open(9), /^Comparar com/, opened.differentPeople],
  'telephone used': [...open(6), requests.confirm.telefone],
  'request refused': [...open(11), /^Não atender/, [requests.why, 'Ligue antes.'], requests.sendRefusal],
  'asked at the desk': [
    ...open(12),
    fold('Pedido no balcão'),
    [requests.kinds.copia],
    ['Identidade conferida por documento'],
    'Anotar o pedido',
  ],
  corrected: [
    ...open(12),
    correcting.open,
    ['Cidade', 'Outra Cidade'],
    [correcting.reason, 'digitado-errado'],
    'Gravar correção',
  ],
  attached: [...open(12), attaching.open, attach, seen(/nis\.pdf/), attaching.save],
  erased: [...open(23), retention.erase, [erasing.reasons.outro], typeProtocol, own, erasing.submit],
  bin: [desk.more, retention.bin, erasing.bin.close, desk.more, retention.bin],
  'brought back': [desk.more, retention.bin, /^Devolver .* 25$/],
  'approved together': [...approve(1), toDo.close, ...approve(2, 8)],
  'approved together for the first time': approve(2, 8),
  'undone together': [...approve(7), UNDO],
  notified: [ticked(13), TELL, link(/^Abrir o WhatsApp/), toDo.yes],
  printed: [...open(12), 'Imprimir Ficha'],
  counted: [desk.more, printAndExport.export, 'Fechar', desk.more, printAndExport.export],
  exported: [desk.more, printAndExport.export, ...EXPORT],
  'these exported': [ticked(12), EXPORT_THESE, ...EXPORT],
  classes: [turmas, inscricoes, turmas],
  'own classes': [link(/^Senha/), turmas],
  'class made': [turmas, classes.add, [classes.form.name, 'Turma Nova'], classes.form.save],
  'class ended': [turmas, 'Encerrar a turma Muay Thai', [ending.where, { index: 1 }], ending.submit],
  'next one called': [turmas, /^Abriu vaga/],
  'class list': [turmas, /^Lista.* da turma Jiu-Jitsu Infantil/, 'Imprimir lista'],
  settings: [ajustes, inscricoes, ajustes],
  'setting saved': [ajustes, [waits, '20'], SAVE],
  'shorter period foreseen': SHORTEN,
  'period shortened': [...SHORTEN, own, seen(/^Com 3 meses, /), 'Encurtar'],
  accounts: [contas, inscricoes, contas],
  'account made': [contas, accounts.add, [accounts.email, NEW], password, own, accounts.save],
  'role given': [contas, 'Mudar papel de papel@example.com', [/^Direção/], own, accounts.save],
  'access taken': [contas, 'Tirar acesso de saiu@example.com', own, 'Tirar acesso'],
  'password given': [contas, 'Nova senha para senha@example.com', password, own, accounts.save],
  audit: [registro, inscricoes, registro],
  'corrections taken back': [registro, somebody, /^Desfazer correções/, own, takeBack],
  'flood erased': [flood.open, [erasing.confirm(null), 'APAGAR'], own, FOR_EVER],
  'date confirmed': [brake.confirm, own, brake.goOn],
  'team released': [RELEASE, own, RELEASE],
  'a screen for the first time': [ajustes],
  'own password': [contas, ['Senha atual', ADMIN.password], [accounts.own.next, MADE], accounts.own.submit],
} as const satisfies Record<string, readonly Step[]>;

export type TabName = keyof typeof TABS;

const GIVEN = 'deu_acesso administradores.papel administradores.papel_desde';
const ACCOUNT = 'auth.users+ criou_conta deu_acesso auth.identities+ administradores+';
const PASSWORD = 'auth.users.encrypted_password trocou_senha';
const IN_BIN = ['em', 'por', 'motivo'].map((of) => `acompanhamentos.apagada_${of}`).join(' ');

/** Of each that is not told of another version, what the page says instead, and then what is done: audit entries, and columns that change. */
export const OTHERWISE: { [Name in TabName]?: readonly [says: string | RegExp, done?: string] } = {
  'reasons of before': ['A família vai ler isto.'], // none is offered any more, and the reason is written by hand
  compared: ['A outra'],
  attached: [admin.otherVersion, 'storage.objects+'], // which goes in a day, as after every attempt that breaks off
  erased: [admin.otherVersion, `apagou ${IN_BIN}`], // of the list below
  'brought back': [/ está de volta na lista\.$/, `devolveu ${IN_BIN}`],
  'approved together for the first time': [errorScreen.crashed.title],
  printed: [/impresso em/, 'imprimiu'],
  'these exported': [/ está pronto, com 1 /, 'exportou'],
  'shorter period foreseen': ['Não deu para contar o que sairia. Feche e tente de novo.'],
  'account made': [accounts.added(NEW), ACCOUNT],
  'role given': ['papel@example.com: Direção.', GIVEN],
  'access taken': ['saiu@example.com não tem mais acesso.', 'tirou_acesso administradores.desativado_em'],
  'password given': ['senha@example.com tem uma senha nova.', PASSWORD],
  'a screen for the first time': [errorScreen.crashed.title],
  'own password': [accounts.own.done, PASSWORD],
};

/** Functions of the desk that no press calls: the server's own, the list's poll of each minute, and what is asked for again after five. */
export const NO_PRESS =
  'aplicar_prazos concluir_prazos chegaram_depois cidades_das_inscricoes mensagens'.split(' ');
