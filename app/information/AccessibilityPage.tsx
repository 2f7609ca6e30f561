import text from '../../content/accessibility.md?raw';
import { TextPage } from './TextPage.tsx';

/** The accessibility statement, with what does not work yet. Source: docs/ux.md §10. */
export const AccessibilityPage = () => (
  <TextPage text={text} chatMessage="Olá! Achei um problema de acessibilidade no site." />
);
