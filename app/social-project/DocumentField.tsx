import { project } from '../../content/social-project.ts';
import { DOCUMENT_ACCEPT } from '../../domain/document.ts';
import type { Field } from '../../domain/enrolment-fields.ts';
import { Icon } from '../ui/Icon.tsx';
import { FieldProblem } from './FieldProblem.tsx';

type Props = {
  field: Field;
  /** The chosen file, as the card below the input shows it. */
  file: File | null;
  problem: string | undefined;
  onRemove: () => void;
};

/** The applicant's document: the browser's own file input, and what it holds. Source: SPEC §2. */
export function DocumentField({ field: { name, label, hint, required }, file, problem, onRemove }: Props) {
  return (
    <div className={`field question question--file${problem ? ' field--problem' : ''}`}>
      <label className="field__label" htmlFor={name}>
        {`${label} *`}
      </label>
      <p className="field__hint" id={`${name}-dica`}>
        {hint}
      </p>
      <input
        className="field__input"
        type="file"
        id={name}
        name={name}
        accept={DOCUMENT_ACCEPT}
        required={required}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${name}-dica ${name}-erro` : `${name}-dica`}
      />
      <div aria-live="polite">
        {file && (
          <div className="attached">
            <Icon name="check" />
            <p className="attached__words">
              <span className="attached__name">{project.document.attached(file.name)}</span>{' '}
              <span className="attached__size">{writtenSize(file.size)}</span>
            </p>
            <button className="link-button" type="button" onClick={onRemove}>
              {project.document.remove}
            </button>
          </div>
        )}
      </div>
      <FieldProblem id={`${name}-erro`}>{problem}</FieldProblem>
    </div>
  );
}

/** `4,1 MB`, `620 KB`; in units of 1024, as the limit counts. */
function writtenSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / 1024 / 1024).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}
