import { Anchor, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSiteLinks } from '../../../data/use-site-links.ts';
import { useWearer } from '../../../data/wearer/wearers.ts';
import { devicesText } from '../../../text/devices.ts';
import { Sentence } from '../../../text/Sentence.tsx';
import { useDeviceAddress } from '../device-address.ts';
import classes from '../devices.module.css';
import { DisplayHistory } from './DisplayHistory.tsx';
import { MqttBroker } from './MqttBroker.tsx';

/** How to pair each kind of device; one section is open at a time. */
export function Pairing({ code }: { code: string }) {
  const { deviceSetup } = useSiteLinks();
  const { may } = useWearer();
  // Until it is known, the address of this page.
  const { origin } = useDeviceAddress().address ?? window.location;
  const { host } = new URL(origin);
  return (
    <div className={classes.pairing}>
      <Text fw={500} size="sm">
        {devicesText.pairing.title}
      </Text>
      <Kind name={devicesText.pairing.screen}>
        <Sentence
          text={devicesText.pairing.howToOpen({ address: `${host}/lamp` })}
          parts={{ address: bold }}
        />
      </Kind>
      <Kind name={devicesText.pairing.mqtt} more={<MqttBroker code={code} />}>
        {devicesText.pairing.aboutMqtt}
      </Kind>
      <Kind name={devicesText.pairing.nightscout} more={may('set-range') && <DisplayHistory />}>
        <Sentence text={devicesText.pairing.nightscoutSite({ site: origin })} parts={{ site: bold }} />
      </Kind>
      <Kind name={devicesText.pairing.ownDevice}>
        <Sentence
          text={devicesText.pairing.howToAsk({ glow: `${host}/device/v1/glow`, feed: '/device/v1/feed' })}
          parts={{ glow: bold, feed: bold }}
        />
      </Kind>
      <Anchor href={deviceSetup} target="_blank" rel="noopener" size="sm">
        {devicesText.pairing.stepByStep}
      </Anchor>
    </div>
  );
}

const bold = (words: string) => <b>{words}</b>;

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
