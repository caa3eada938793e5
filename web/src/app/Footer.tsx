import { Outward } from '../ui/Outward.tsx';
import { useSiteLinks } from '../ui/use-site-links.ts';
import classes from './frames.module.css';

/** Terms, privacy, copyright, and what Tealight is not. */
export function Footer() {
  const { terms, privacy } = useSiteLinks();
  return (
    <footer className={classes.footer}>
      <p>
        <Outward href={terms} c="inherit" inherit>
          Terms
        </Outward>
        <Outward href={privacy} c="inherit" inherit>
          Privacy
        </Outward>
        <span>© {new Date().getFullYear()} Tealight</span>
      </p>
      <p>Tealight is no medical device. Never base a treatment decision on it.</p>
    </footer>
  );
}
