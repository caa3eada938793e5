import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SourceType, sourcesOfType } from '@tealight/contract';
import { type ReactNode, Suspense } from 'react';
import { Dialog } from '../../components/Dialog.tsx';
import { lazyComponent } from '../../components/loading/lazy-component.tsx';
import { siteQuery, userQuery } from '../../data/queries.ts';
import { useSiteLinks } from '../../data/use-site-links.ts';
import { useWearer } from '../../data/wearer/wearers.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { ConfirmReplace } from './ConfirmReplace.tsx';
import { ConnectorChooser } from './ConnectorChooser.tsx';
import { connectorOf, connectors } from './connectors.ts';
import { PersonList } from './PersonList.tsx';
import { rejectionOf } from './rejection.ts';
import { useConnect } from './use-connect.ts';
import type { SourceLogin } from './use-connection-form.ts';
import { useDexcomSignIn } from './use-dexcom-sign-in.ts';
import { type MedtronicSignIn, useMedtronic } from './use-medtronic.ts';
import { useWhose } from './use-person.ts';
import { useReplace } from './use-replace.ts';

const RemoteBrowser = lazyComponent(
  async () => (await import('../remote-browser/RemoteBrowser.tsx')).RemoteBrowser,
);

export type ConnectSourceProps = {
  saveLabel: string;
  first?: SourceType | null;
  applies?: boolean;
  takesFocus?: boolean;
  onConnected: () => void;
  onCancel?: () => void;
  children?: ReactNode;
};

/** The connector chooser at work: it connects, asks before it replaces, and says what was refused. */
export function ConnectSource({ onConnected, ...chooser }: ConnectSourceProps) {
  const site = useQuery(siteQuery).data;
  const { setupGuide } = useSiteLinks();
  const replace = useReplace();
  // The server goes by the owner's country, which others do not know.
  const { isFollowed } = useWearer();
  const ownCountry = useQuery(userQuery).data?.location ?? null;
  const whose = useWhose(onConnected);
  const connect = useConnect(whose.connected);
  const medtronic = useMedtronic(() => void whose.connected('medtronic'));
  const go = (login: SourceLogin) =>
    connectorOf(login.type).connect.by === 'remote-browser' ? medtronic.begin(login) : connect.mutate(login);
  const save = (login: SourceLogin) =>
    replace.request({ type: login.type, late: null, connect: () => go(login) });
  const isBusy = connect.isPending || medtronic.isPending || replace.isChecking;
  return (
    <>
      <ConnectorChooser
        {...chooser}
        offered={connectors.map(({ type }) => type).filter((type) => site?.sources.includes(type) ?? true)}
        guide={setupGuide}
        country={isFollowed ? null : ownCountry}
        busy={isBusy}
        rejection={
          rejectionOf(connect.error, connect.variables) ?? rejectionOf(medtronic.error, medtronic.login)
        }
        onSave={save}
        otherWay={(type) => site?.dexcomSignIn && <SignInAtVendor type={type} onRequest={replace.request} />}
      />
      <ConfirmReplace question={replace.question} onYes={replace.yes} onNo={replace.no} />
      <Dialog title={connectSourceText.person.title} opened={whose.people !== null} onClose={whose.done}>
        <Text mb="md">{connectSourceText.person.about}</Text>
        <PersonList people={whose.people ?? []} onChosen={whose.done} />
      </Dialog>
      {medtronic.signIn !== null && (
        <Suspense fallback={null}>
          <RemoteBrowser
            login={loginAt(medtronic.signIn)}
            onCode={medtronic.finish}
            onClose={medtronic.cancel}
          />
        </Suspense>
      )}
    </>
  );
}

const loginAt = ({ started, login: { texts } }: MedtronicSignIn) => ({
  captchaUrl: started.captchaUrl,
  username: texts.username ?? '',
  password: texts.password ?? '',
});

type SignInAtVendorProps = { type: SourceType; onRequest: ReturnType<typeof useReplace>['request'] };

/** The button that leads to the vendor's own page, where the type has one. */
function SignInAtVendor({ type, onRequest }: SignInAtVendorProps) {
  const signIn = useDexcomSignIn();
  const page = sourcesOfType(type)
    .map(({ connect }) => connect)
    .find(({ by }) => by === 'vendor-page');
  if (page?.by !== 'vendor-page') return null;
  const { late, about, button } = page;
  return (
    <Stack gap="xs">
      <Divider label={connectSourceText.orAtVendor} />
      <Text size="sm" fw={500}>
        {late}
      </Text>
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      <Button
        variant="light"
        loading={signIn.isPending}
        onClick={() => onRequest({ type, late, connect: signIn.mutate })}
      >
        {button}
      </Button>
    </Stack>
  );
}
