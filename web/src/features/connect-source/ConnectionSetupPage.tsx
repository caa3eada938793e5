import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { ConnectSource } from './ConnectSource.tsx';
import { useDexcomReturn } from './use-dexcom-sign-in.ts';

/** The second step: where the readings come from. */
export function ConnectionSetupPage() {
  const navigate = useNavigate();
  const proceed = () => navigate(paths.rangeSetup);
  useDexcomReturn(proceed);
  return (
    <Page title={commonText.panels.connection}>
      <Panel title={commonText.panels.connection} level={1}>
        <ConnectSource saveLabel={commonText.saveAndProceed} onConnected={proceed}>
          <Anchor component={Link} to={paths.rangeSetup}>
            {commonText.skipForNow}
          </Anchor>
        </ConnectSource>
      </Panel>
    </Page>
  );
}
