import { whatCodeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { deviceHelpText } from '../../text/help/devices.ts';
import { Sentence } from '../../text/Sentence.tsx';

const markup = {
  code: (words: string) => <code>{words}</code>,
  lamp: (words: string) => <Link to={paths.lamp}>{words}</Link>,
  strong: (words: string) => <strong>{words}</strong>,
};

/** The page of the help on how each kind of device is connected. */
export function Devices() {
  const { host, origin } = window.location;
  const { code, screen, https, mqtt, nightscout, ownDevice, whiteAndOff } = deviceHelpText;
  return (
    <>
      <p>
        <Sentence text={code({ whatCodeOpens })} parts={markup} />
      </p>
      <h2>{screen.title}</h2>
      <ol>
        <li>
          <Sentence text={screen.open({ host })} parts={markup} />
        </li>
        <li>{screen.enterCode}</li>
        <li>{screen.use}</li>
      </ol>
      <h2 id="https">{https.title}</h2>
      <p>
        <Sentence text={https.about} parts={markup} />
      </p>
      <h2>{mqtt.title}</h2>
      <p>{mqtt.broker}</p>
      <p>
        <Sentence text={mqtt.message} parts={markup} />
      </p>
      <h2>{nightscout.title}</h2>
      <p>
        <Sentence text={nightscout.about({ origin })} parts={markup} />
      </p>
      <h2>{ownDevice.title}</h2>
      <p>{ownDevice.poll}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, by the keyboard too */}
      <pre tabIndex={0}>
        <code>{ownDevice.request({ origin })}</code>
      </pre>
      <p>
        <Sentence text={ownDevice.feed} parts={markup} />
      </p>
      <h2>{whiteAndOff.title}</h2>
      <p>{whiteAndOff.about}</p>
    </>
  );
}
