import { brand } from '../content/brand.ts';
import { Mark } from './ui/Mark.tsx';

export function Footer() {
  return (
    <footer className="footer on-dark no-print">
      <div className="footer__row page">
        <Mark />
        <div>
          <p className="footer__name">{brand.name}</p>
          <p className="footer__tagline">{brand.tagline}</p>
        </div>
        <p className="footer__notice">
          {`© ${brand.footerYear} ${brand.name}. Todos os direitos reservados.`}
        </p>
      </div>
    </footer>
  );
}
