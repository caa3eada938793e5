import { Anchor, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSiteLinks } from '../../data/use-site-links.ts';
import { DisplayHistory } from './DisplayHistory.tsx';
import { useDeviceAddress } from './device-address.ts';
import classes from './devices.module.css';
import { MqttBroker } from './MqttBroker.tsx';

/** How to pair each kind of device; one section is open at a time. */
export function Pairing({ code }: { code: string }) {
  const { deviceSetup } = useSiteLinks();
  // Until it is known, the address of this page.
  const { origin } = useDeviceAddress() ?? window.location;
  const { host } = new URL(origin);
  return (
    <div className={classes.pairing}>
      <Text fw={500} size="sm">
        How to pair
      </Text>
      <Kind name="A phone, tablet or old screen">
        Open <b>{host}/lamp</b> on it and enter the code, or scan the QR code.
      </Kind>
      <Kind name="Home Assistant, ESPHome, WLED (MQTT)" more={<MqttBroker code={code} />}>
        The color is a retained message on one topic.
      </Kind>
      <Kind name="Clocks and displays for Nightscout" more={<DisplayHistory />}>
        Site <b>{origin}</b>, and the code as access token.
      </Kind>
      <Kind name="Something you build yourself">
        Ask <b>{host}/device/v1/glow</b> with the code, or keep a WebSocket open to <b>/device/v1/feed</b>.
      </Kind>
      <Anchor href={deviceSetup} target="_blank" rel="noopener" size="sm">
        Device set-up, step by step
      </Anchor>
    </div>
  );
}

/** `more` is loaded when the section is opened. */
function Kind({ name, children, more }: { name: string; children: ReactNode; more?: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details name="pairing" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{name}</summary>
      <Text size="sm" c="dimmed">
        {children}
      </Text>
      {opened && more}
    </details>
  );
}
