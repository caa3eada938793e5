import { codeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { deviceHelpText } from '../../text/help/devices.ts';
import { Sentence } from '../../text/Sentence.tsx';

const parts = {
  code: (words: string) => <code>{words}</code>,
  lamp: (words: string) => <Link to={paths.lamp}>{words}</Link>,
  strong: (words: string) => <strong>{words}</strong>,
};

/** How each kind of device learns to glow. */
export function Devices() {
  const { host, origin } = window.location;
  const { code, screen, https, mqtt, nightscout, ownDevice, whiteAndDark } = deviceHelpText;
  return (
    <>
      <p>
        <Sentence text={code({ codeOpens })} parts={parts} />
      </p>
      <h2>{screen.title}</h2>
      <ol>
        <li>
          <Sentence text={screen.open({ host })} parts={parts} />
        </li>
        <li>{screen.enterCode}</li>
        <li>{screen.use}</li>
      </ol>
      <h2 id="https">{https.title}</h2>
      <p>
        <Sentence text={https.about} parts={parts} />
      </p>
      <h2>{mqtt.title}</h2>
      <p>{mqtt.broker}</p>
      <p>
        <Sentence text={mqtt.message} parts={parts} />
      </p>
      <h2>{nightscout.title}</h2>
      <p>
        <Sentence text={nightscout.about({ origin })} parts={parts} />
      </p>
      <h2>{ownDevice.title}</h2>
      <p>{ownDevice.poll}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, by the keyboard too */}
      <pre tabIndex={0}>
        <code>{ownDevice.request({ origin })}</code>
      </pre>
      <p>
        <Sentence text={ownDevice.feed} parts={parts} />
      </p>
      <h2>{whiteAndDark.title}</h2>
      <p>{whiteAndDark.about}</p>
    </>
  );
}
