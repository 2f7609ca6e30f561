import type { Faq } from './home.ts';
import { overlaid } from './published.ts';
import { project } from './social-project.ts';

/** What 'Ajustes → Centro' may publish in the place of what social-project.ts says, as the page shows it. */
export const shownProject = {
  intro: project.intro,
  criteriaIntro: project.criteria.intro as string,
  criteria: project.criteria.items as readonly string[],
  faq: project.faq.items as readonly Faq[],
};
export const writtenProject = overlaid('projeto', shownProject);
