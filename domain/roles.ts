/** Roles of the desk, the one with the fewest rights first. */
export const ROLES = ['professor', 'secretaria', 'direcao'] as const;

export type Role = (typeof ROLES)[number];

const OF_ALL: readonly Role[] = ROLES;
const OF_THE_DESK: readonly Role[] = ['secretaria', 'direcao'];
const OF_DIRECAO: readonly Role[] = ['direcao'];

/**
 * What is done at the desk, and which roles may. The view `private.atos` is the authority and says the
 * same; tests/database/code-tables.test.ts compares them.
 */
export const ACTS = {
  /** The own classes and their lists: of a professor those alone, of the others every class. */
  ler_turma: OF_ALL,
  /** List, search, sheets, documents. */
  ler: OF_THE_DESK,
  /** Decide, undo, class, tell, note, compare. */
  decidir: OF_THE_DESK,
  /** Make a family's link, end all of an enrolment. */
  mudar_links: OF_THE_DESK,
  mudar_turmas: OF_DIRECAO,
  imprimir: OF_THE_DESK,
  /** With a reason. */
  exportar: OF_THE_DESK,
  exportar_sem_motivo: OF_DIRECAO,
  /** One enrolment, because the family asked. */
  apagar_a_pedido: OF_THE_DESK,
  apagar: OF_DIRECAO,
  /** What was erased by hand a short while ago. */
  devolver: OF_DIRECAO,
  ver_enxurradas: OF_DIRECAO,
  apagar_enxurradas: OF_DIRECAO,
  ver_freios: OF_DIRECAO,
  soltar_freios: OF_DIRECAO,
  /** All of one account since a moment; so is what it put away brought back. */
  desfazer_correcoes: OF_DIRECAO,
  /** Retention, where no server of ours runs it. */
  aplicar_prazos: OF_DIRECAO,
  ver_contas: OF_DIRECAO,
  mudar_contas: OF_DIRECAO,
  ver_ajustes: OF_DIRECAO,
  mudar_ajustes: OF_DIRECAO,
  ver_registro: OF_DIRECAO,
  ver_copias: OF_DIRECAO,
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Act = keyof typeof ACTS;

/** Acts that cannot be taken back or that families read in public: they need a fresh sign-in with one's own password. */
export const WITH_PASSWORD: readonly Act[] = [
  'mudar_turmas',
  'apagar_a_pedido',
  'apagar',
  'apagar_enxurradas',
  'soltar_freios',
  'desfazer_correcoes',
  'mudar_contas',
  'mudar_ajustes',
];

/** Whether somebody of this role may; nobody may without one. */
export const mayDo = (role: Role | null, act: Act): boolean =>
  role !== null && (ACTS[act] as readonly Role[]).includes(role);

/** A role as the back end tells it; null for anything else. */
export const roleOf = (said: unknown): Role | null => ROLES.find((role) => role === said) ?? null;
