import { ExternalLink } from '../../components/ExternalLink.tsx';
import { useSiteLinks } from '../../data/use-site-links.ts';
import classes from './frames.module.css';

/** Terms, privacy, copyright and the medical notice. */
export function Footer() {
  const { terms, privacy } = useSiteLinks();
  return (
    <footer className={classes.footer}>
      <p>
        <ExternalLink href={terms} c="inherit" inherit>
          Terms
        </ExternalLink>
        <ExternalLink href={privacy} c="inherit" inherit>
          Privacy
        </ExternalLink>
        <span>© {new Date().getFullYear()} Tealight</span>
      </p>
      <p>Tealight is not a medical device. Do not use it to make treatment decisions.</p>
    </footer>
  );
}
