import { ExternalLink } from '../../components/ExternalLink.tsx';
import { useNearView } from '../../components/loading/use-near-view.ts';
import { useSiteLinks } from '../../data/use-site-links.ts';
import { commonText } from '../../text/common.ts';
import classes from './frames.module.css';

/** Terms, privacy, copyright and the medical notice. */
export function Footer() {
  const { container, near } = useNearView<HTMLElement>('0px');
  const { terms, privacy } = useSiteLinks(near);
  return (
    <footer ref={container} className={classes.footer}>
      <p>
        <ExternalLink href={terms} c="inherit" inherit>
          {commonText.frame.terms}
        </ExternalLink>
        <ExternalLink href={privacy} c="inherit" inherit>
          {commonText.frame.privacy}
        </ExternalLink>
        <span>{commonText.frame.copyright({ year: new Date().getFullYear() })}</span>
      </p>
      <p>{commonText.frame.notMedical}</p>
    </footer>
  );
}
