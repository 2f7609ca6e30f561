/** Loaded while the enrolment is being sent, so that it is there afterwards. */
export const loadNextSteps = () => import('./NextSteps.tsx');
