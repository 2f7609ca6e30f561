import { printing } from '../../../content/print-export.ts';

/** Signature lines at the end of a printed sheet. */
export function Signatures() {
  return (
    <div className="signatures">
      <p className="signatures__line">{printing.signatureOf.person}</p>
      <p className="signatures__line">{printing.signatureOf.team}</p>
      <p className="signatures__line">{printing.placeAndDay}</p>
    </div>
  );
}
