import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { ConnectSource } from './ConnectSource.tsx';
import { useDexcomReturn } from './use-dexcom-sign-in.ts';

/** The second step: where the readings come from. */
export function ConnectionSetupPage() {
  const navigate = useNavigate();
  const proceed = () => navigate(paths.rangeSetup);
  useDexcomReturn(proceed);
  return (
    <Page title={connectSourceText.setup.page}>
      <Panel title={connectSourceText.setup.title} level={1}>
        <ConnectSource saveLabel={connectSourceText.setup.save} onConnected={proceed}>
          <Anchor component={Link} to={paths.rangeSetup}>
            {connectSourceText.setup.skip}
          </Anchor>
        </ConnectSource>
      </Panel>
    </Page>
  );
}
