import { Link } from 'react-router';
import { blankForm } from '../../content/blank-form.ts';
import { Button } from '../ui/Button.tsx';
import { BlankForm } from './BlankForm.tsx';
import './blank-form.css';

/** Page with the enrolment form to print and fill in by hand. */
export function BlankFormPage() {
  const { title, lead, online, print, withoutScript } = blankForm;

  return (
    <div className="page blank-form-page stack">
      <div className="blank-form-page__head no-print">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p>
          {online.before}
          <Link to="/projeto-social">{online.link}</Link>
          {online.after}
        </p>
        <div className="blank-form-page__print line">
          <Button onClick={() => window.print()}>{print}</Button>
        </div>
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
      </div>
      <BlankForm />
    </div>
  );
}
