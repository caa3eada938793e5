import { IconChevronRight } from '@tabler/icons-react';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { useSiteLinks } from '../../data/use-site-links.ts';
import { supportText } from '../../text/help/support.ts';
import classes from './SupportPage.module.css';

/** Where help is. */
export function SupportPage() {
  const { deviceSetup, faq, contact } = useSiteLinks();
  return (
    <Page title={supportText.page}>
      <div className={classes.place}>
        <Panel title={supportText.title} level={1}>
          <ul className={classes.ways}>
            <Way href={deviceSetup} {...supportText.deviceSetup} />
            <Way href={faq} {...supportText.faq} />
            <Way href={contact} {...supportText.contact} />
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
