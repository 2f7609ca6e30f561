/** What follows below the protocol; asked for while the enrolment is on its way, so that it is there when it arrives. */
export const loadNextSteps = () => import('./NextSteps.tsx');
