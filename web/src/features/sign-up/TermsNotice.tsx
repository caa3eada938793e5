import { Text } from '@mantine/core';
import { ExternalLink } from '../../components/ExternalLink.tsx';
import { useSiteLinks } from '../../data/use-site-links.ts';
import { Sentence } from '../../text/Sentence.tsx';
import { signUpText } from '../../text/sign-up.ts';

/** The notice about terms and privacy policy, at the form by which a person agrees to them. */
export function TermsNotice({ by }: { by: 'signIn' | 'signUp' }) {
  const { terms, privacy } = useSiteLinks();
  return (
    <Text size="sm" c="dimmed">
      <Sentence
        text={signUpText.termsNotice[by]}
        parts={{
          terms: (words) => (
            <ExternalLink href={terms} inherit underline="always">
              {words}
            </ExternalLink>
          ),
          privacy: (words) => (
            <ExternalLink href={privacy} inherit underline="always">
              {words}
            </ExternalLink>
          ),
        }}
      />
    </Text>
  );
}
