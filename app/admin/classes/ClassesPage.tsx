import { AllClasses } from './AllClasses.tsx';
import '../controls/desk-pages.css';
import './classes.css';

/** The classes. Source: docs/ux.md §8.10. */
export const ClassesPage = () => <AllClasses />;
