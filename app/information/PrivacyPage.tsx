import text from '../../content/privacy.md?raw';
import { TextPage } from './TextPage.tsx';

/** The privacy notice, in plain words. Source: docs/ux.md §10. */
export const PrivacyPage = () => (
  <TextPage text={text} chatMessage="Olá! Quero falar sobre os meus dados." contents="Nesta página" />
);
