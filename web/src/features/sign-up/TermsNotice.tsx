import { Text } from '@mantine/core';
import { ExternalLink } from '../../components/ExternalLink.tsx';
import { useSiteLinks } from '../../data/use-site-links.ts';

/** The notice about terms and privacy policy. */
export function TermsNotice({ by }: { by: string }) {
  const { terms, privacy } = useSiteLinks();
  return (
    <Text size="sm" c="dimmed">
      By {by} you agree to the{' '}
      <ExternalLink href={terms} inherit underline="always">
        terms
      </ExternalLink>{' '}
      and the{' '}
      <ExternalLink href={privacy} inherit underline="always">
        privacy policy
      </ExternalLink>
      .
    </Text>
  );
}
