import { brand } from '../../content/brand.ts';
import { footerLinks } from '../../content/navigation.ts';
import { Mark } from '../ui/Mark.tsx';

export function Footer() {
  return (
    <footer className="footer on-dark no-print">
      <div className="footer__row page">
        <Mark />
        <div>
          <p className="footer__name">{brand.name}</p>
          <p className="footer__tagline">{brand.tagline}</p>
        </div>
        <nav aria-label="Rodapé">
          <ul className="footer__links flow">
            {footerLinks.map(({ to, text }) => (
              <li key={to}>
                <a className="link-line" href={to}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="footer__notice">
          {`© ${brand.footerYear} ${brand.name}. Todos os direitos reservados.`}
        </p>
      </div>
    </footer>
  );
}
