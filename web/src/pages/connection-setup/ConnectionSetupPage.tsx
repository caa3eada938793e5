import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { ConnectSource } from '../../ui/ConnectSource.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useDexcomReturn } from '../../ui/use-dexcom-sign-in.ts';

/** The second step: where the readings come from. */
export function ConnectionSetupPage() {
  const navigate = useNavigate();
  const proceed = () => navigate(paths.rangeSetup);
  useDexcomReturn(proceed);
  return (
    <Page title="CGM Connection">
      <Panel title="CGM Connection" level={1}>
        <ConnectSource saveLabel="Save and proceed" onConnected={proceed}>
          <Anchor component={Link} to={paths.rangeSetup}>
            Skip for now
          </Anchor>
        </ConnectSource>
      </Panel>
    </Page>
  );
}
