import { Button, Divider, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dexcomRegionOf } from '@tealight/contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { CallFailed } from '../call-failed.ts';
import { siteQuery, userQuery } from '../queries.ts';
import { ConfirmReplace } from './ConfirmReplace.tsx';
import { ConnectorChooser, type Refusal } from './ConnectorChooser.tsx';
import type { SourceType } from './connectors.ts';
import { Dialog } from './Dialog.tsx';
import { PersonList } from './PersonList.tsx';
import { useConnect } from './use-connect.ts';
import type { SourceLogin } from './use-connector-entry.ts';
import { useDexcomSignIn } from './use-dexcom-sign-in.ts';
import { type MedtronicSignIn, useMedtronic } from './use-medtronic.ts';
import { useWhose } from './use-person.ts';
import { useSiteLinks } from './use-site-links.ts';
import { useConnection } from './wearer-queries.ts';

const all: readonly SourceType[] = ['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic'];

const RemoteBrowser = lazy(async () => {
  const { RemoteBrowser } = await import('./remote-browser/RemoteBrowser.tsx');
  return { default: RemoteBrowser };
});

export type ConnectSourceProps = {
  saveLabel: string;
  first?: SourceType | null;
  applies?: boolean;
  onConnected: () => void;
  onCancel?: () => void;
  children?: ReactNode;
};

/** The connector chooser at work: it connects, asks before it replaces, and tells what was refused. */
export function ConnectSource({ onConnected, ...chooser }: ConnectSourceProps) {
  const site = useQuery(siteQuery).data;
  const { setupGuide } = useSiteLinks();
  const present = useConnection()?.connectionType ?? 'none';
  const [asking, setAsking] = useState<SourceLogin | null>(null);
  const country = useQuery(userQuery).data?.location ?? 'US';
  const whose = useWhose(onConnected);
  const connect = useConnect(whose.connected);
  const medtronic = useMedtronic(() => void whose.connected('medtronic'));
  // Medtronic wants to see its wearer in a browser.
  const go = (login: SourceLogin) =>
    login.type === 'medtronic' ? medtronic.begin(login) : connect.mutate(login);
  const save = (login: SourceLogin) => {
    if (present === 'none' || present === login.type) go(login);
    else setAsking(login);
  };
  const replace = () => {
    if (asking !== null) go(asking);
    setAsking(null);
  };
  return (
    <>
      <ConnectorChooser
        {...chooser}
        offered={all.filter((type) => site?.sources.includes(type) ?? true)}
        guide={setupGuide}
        home={dexcomRegionOf(country)}
        busy={connect.isPending || medtronic.isPending}
        refusal={refusalOf(connect.error, connect.variables) ?? refusalOf(medtronic.error, medtronic.login)}
        onSave={save}
        otherWay={(type) => type === 'dexcom' && site?.dexcomSignIn && <SignInAtDexcom />}
      />
      <ConfirmReplace
        present={present}
        next={asking?.type ?? null}
        onYes={replace}
        onNo={() => setAsking(null)}
      />
      <Dialog title="Whose readings shall be shown?" opened={whose.people !== null} onClose={whose.done}>
        <Text mb="md">Several people share their readings with this login.</Text>
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

const loginAt = ({ started, login: { typed } }: MedtronicSignIn) => ({
  captchaUrl: started.captchaUrl,
  username: typed.username ?? '',
  password: typed.password ?? '',
});

function refusalOf(error: unknown, login: SourceLogin | undefined): Refusal | null {
  if (!(error instanceof CallFailed) || error.word !== 'source-refused' || login === undefined) return null;
  return { type: login.type, title: error.messages.join(' '), trouble: error.problem?.trouble ?? null };
}

function SignInAtDexcom() {
  const signIn = useDexcomSignIn();
  return (
    <Stack gap="xs">
      <Divider label="or" />
      <Button variant="light" loading={signIn.isPending} onClick={() => signIn.mutate()}>
        Sign in at Dexcom
      </Button>
      <Text size="sm" c="dimmed">
        Dexcom’s own way needs no password here, but its readings come one to three hours late.
      </Text>
    </Stack>
  );
}
