import { brand } from './brand.ts';

/**
 * The question about a minor's guardian, when an enrolment without the guardian's telephone is erased after
 * `days`; null: never. The page takes them from the settings.
 */
export function guardianQuestion(days: number | null) {
  return {
    question: 'E se faltar o telefone do responsável?',
    answer:
      days === null
        ? 'Mande no WhatsApp assim que puder.'
        : `Mande no WhatsApp em até ${days} ${days === 1 ? 'dia' : 'dias'}. Sem ele, apagamos a inscrição.`,
  };
}

/** What families ask about the social project, below its form, before the guardian's. Source: docs/ux.md §9. */
export const questions = [
  {
    question: 'Quem pode se inscrever?',
    answer: 'Crianças, jovens e adultos de famílias que mais precisam.',
  },
  {
    question: 'É mesmo de graça?',
    answer: 'Sim. A família não paga nada. Desconfie de quem cobrar.',
  },
  {
    question: 'Preciso estar no Cadastro Único?',
    answer: 'Sim. Sem o comprovante não dá para enviar. Ainda não tem? Procure o CRAS.',
  },
  {
    question: 'A inscrição garante a vaga?',
    answer: 'Não. A equipe avalia cada uma. As vagas têm limite.',
  },
  {
    question: 'Errei um dado. Como corrijo?',
    answer: 'Pelo link da inscrição, em «Meus dados». Ou no WhatsApp.',
  },
  { question: 'Posso inscrever dois filhos?', answer: 'Sim. Faça uma inscrição para cada um.' },
  { question: 'Quem vê meus dados?', answer: 'Só a equipe do projeto. Nada aparece no site.' },
  {
    question: 'Não consigo preencher.',
    answer: `Venha à ${brand.name} ou fale no WhatsApp. A gente ajuda.`,
  },
] as const;
