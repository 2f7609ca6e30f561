import { project } from '../../../content/social-project.ts';

/** Question zero, for whom the enrolment is; optional and not part of the enrolment. Source: docs/ux.md §4.2. */
export function ForWhomField() {
  const { question, answers } = project.forWhom;
  return (
    <fieldset className="field question question--radios">
      <legend className="field__label">{question}</legend>
      <div className="choices">
        {Object.entries(answers).map(([value, text]) => (
          <label className="choice" key={value}>
            <input type="radio" id={`paraQuem-${value}`} value={value} name="paraQuem" />
            <span className="choice__text">{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
