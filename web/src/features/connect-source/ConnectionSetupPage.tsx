import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { useWhileShown } from '../../components/loading/use-while-shown.ts';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { paths } from '../../paths.ts';
import { commonText } from '../../text/common.ts';
import { WhoWears } from '../sign-up/WhoWears.tsx';
import { ConnectSource } from './ConnectSource.tsx';
import { useDexcomReturn } from './use-dexcom-sign-in.ts';

/** The second step: who wears the sensor, and where the readings come from. */
export function ConnectionSetupPage() {
  const navigate = useNavigate();
  const proceed = useWhileShown(() => navigate(paths.rangeSetup));
  useDexcomReturn(proceed);
  return (
    <Page title={commonText.panels.connection}>
      <div style={{ display: 'grid', gap: '1.25rem' }}>
        <WhoWears />
        <Panel title={commonText.panels.connection} level={1}>
          <ConnectSource saveLabel={commonText.saveAndProceed} onConnected={proceed}>
            <Anchor component={Link} to={paths.rangeSetup}>
              {commonText.skipForNow}
            </Anchor>
          </ConnectSource>
        </Panel>
      </div>
    </Page>
  );
}
