import { Text } from '@mantine/core';
import { Outward } from './Outward.tsx';
import { useSiteLinks } from './use-site-links.ts';

/** What somebody agrees to by going on. */
export function TermsNotice({ by }: { by: string }) {
  const { terms, privacy } = useSiteLinks();
  return (
    <Text size="sm" c="dimmed">
      By {by} you agree to the{' '}
      <Outward href={terms} inherit underline="always">
        terms
      </Outward>{' '}
      and the{' '}
      <Outward href={privacy} inherit underline="always">
        privacy policy
      </Outward>
      .
    </Text>
  );
}
