/** What every place says of a minor's enrolment without a guardian's telephone. Source: docs/ux.md §4.5. */
export const guardian = {
  /** `day` is dd/mm. */
  until: (day: string) => `Sem o telefone do responsável até ${day} a inscrição é apagada.`,
} as const;
