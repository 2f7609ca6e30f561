import { useMay } from '../controls/use-may.ts';
import { AllClasses } from './AllClasses.tsx';
import { OwnClasses } from './OwnClasses.tsx';
import '../controls/desk-pages.css';
import './classes.css';

/** All classes for the desk, a professor's own ones for a professor. Source: docs/ux.md §8.10. */
export function ClassesPage() {
  return useMay()('ler') ? <AllClasses /> : <OwnClasses />;
}
