import { Contact } from './Contact.tsx';
import { Hero } from './Hero.tsx';
import { Modalities } from './Modalities.tsx';
import { Testimonials } from './Testimonials.tsx';
import './home.css';

/** The four sections in the SPEC's order. Source: SPEC §2. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Modalities />
      <Testimonials />
      <Contact />
    </>
  );
}
