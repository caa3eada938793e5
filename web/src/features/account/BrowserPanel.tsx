import { Switch } from '@mantine/core';
import { Panel } from '../../components/Panel.tsx';
import { readingText } from '../../text/reading.ts';
import { switchBrowserTab, useBrowserTabSetting } from '../reading/browser-tab/setting.ts';

/** What this browser alone does; other devices of the account are not affected. */
export function BrowserPanel() {
  const isOn = useBrowserTabSetting();
  return (
    <Panel title={readingText.browserTab.title}>
      <Switch
        label={readingText.browserTab.label}
        description={readingText.browserTab.description}
        checked={isOn}
        onChange={(event) => switchBrowserTab(event.currentTarget.checked)}
      />
    </Panel>
  );
}
