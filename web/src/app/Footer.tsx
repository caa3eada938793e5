import { Anchor, Group, Text } from '@mantine/core';
import { useSiteLinks } from '../ui/use-site-links.ts';
import classes from './frames.module.css';
import { SchemeSwitch } from './SchemeSwitch.tsx';

/** Terms, privacy, copyright, and the switch between light and dark. */
export function Footer() {
  const links = useSiteLinks();
  return (
    <footer className={classes.footer}>
      <Group justify="center" gap="lg">
        <Outward href={links.terms}>Terms</Outward>
        <Outward href={links.privacy}>Privacy</Outward>
        <Text size="sm" c="dimmed">
          © {new Date().getFullYear()} Tealight
        </Text>
        <SchemeSwitch />
      </Group>
      <Text size="xs" c="dimmed" ta="center" mt="xs">
        Tealight is no medical device. Never base a treatment decision on it.
      </Text>
    </footer>
  );
}

function Outward({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener" size="sm" c="dimmed">
      {children}
    </Anchor>
  );
}
