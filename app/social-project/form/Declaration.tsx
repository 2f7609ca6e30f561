import { brand } from '../../../content/brand.ts';
import { project } from '../../../content/social-project.ts';
import { phoneInWords } from '../../../domain/contact.ts';
import type { Rules } from '../../../domain/enrolment/rules.ts';

/** `agreement`: how it is accepted. */
type Props = { rules: Rules; agreement?: string };

/** The declaration that sending the form accepts. Source: docs/ux.md §4.8. */
export function Declaration({ rules: { diasSemResponsavel }, agreement }: Props) {
  const { title, items, withoutGuardian, giveUp, opensTab, agreement: bySending } = project.declaration;
  const [before, between, after] = giveUp;

  return (
    <section className="notice notice--warning stack gap-3 declaration" aria-labelledby="declaracao">
      <h3 className="notice__title" id="declaracao">
        {title}
      </h3>
      <ul className="points">
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the texts never change places
          <li key={at}>
            {item.map((run) =>
              typeof run === 'string' ? run : <strong key={run.strong}>{run.strong}</strong>,
            )}
          </li>
        ))}
        {diasSemResponsavel !== null && <li>{withoutGuardian(diasSemResponsavel)}</li>}
      </ul>
      <p>
        {before}
        <span className="declaration__phone">{phoneInWords(brand.phone)}</span>
        {`${between}${brand.email}${after} `}
        <a href="/privacidade" target="_blank" rel="noopener">
          {project.links.privacy}
          <span className="vh">{` ${opensTab}`}</span>
        </a>
      </p>
      <p>
        <em>{agreement ?? bySending}</em>
      </p>
    </section>
  );
}
