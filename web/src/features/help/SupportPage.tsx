import { IconChevronRight } from '@tabler/icons-react';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useSiteLinks } from '../../data/use-site-links.ts';
import classes from './SupportPage.module.css';

/** Where help is. */
export function SupportPage() {
  const { deviceSetup, faq, contact } = useSiteLinks();
  return (
    <Page title="Support">
      <div className={classes.place}>
        <Panel title="Support" level={1}>
          <ul className={classes.ways}>
            <Way
              href={deviceSetup}
              label="Device Setup"
              about="Lamps, clocks, screens and smart homes, step by step"
            />
            <Way href={faq} label="FAQ" about="What people ask about readings, colors and privacy" />
            <Way href={contact} label="Contact us" about="Still need help?" />
          </ul>
        </Panel>
      </div>
    </Page>
  );
}

function Way({ href, label, about }: { href: string; label: string; about: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener" className={classes.way}>
        <span>
          <b>{label}</b>
          <small>{about}</small>
        </span>
        <IconChevronRight size={20} aria-hidden />
      </a>
    </li>
  );
}
