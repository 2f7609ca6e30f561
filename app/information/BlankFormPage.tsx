import { Link } from 'react-router';
import { blankForm } from '../../content/blank-form.ts';
import { Button } from '../ui/Button.tsx';
import { PaperForm } from './PaperForm.tsx';
import './blank-form.css';

/** The enrolment form to print and fill in by hand, for posters and the front desk. */
export function BlankFormPage() {
  const { title, lead, online, print, withoutScript } = blankForm;

  return (
    <div className="page blank-form">
      <div className="blank-form__head no-print">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        <p>
          {online.before}
          <Link to="/projeto-social">{online.link}</Link>
          {online.after}
        </p>
        <div className="blank-form__print">
          <Button onClick={() => window.print()}>{print}</Button>
        </div>
        <noscript>
          <p>{withoutScript}</p>
        </noscript>
      </div>
      <PaperForm />
    </div>
  );
}
