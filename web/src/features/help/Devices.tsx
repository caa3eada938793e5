import { codeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** How each kind of device learns to glow. */
export function Devices() {
  const { host, origin } = window.location;
  return (
    <>
      <p>
        Your dashboard shows a <strong>connection code</strong>, like <code>k7m2q-x4w9d</code>. Enter it on
        each lamp, clock or screen; upper or lower case and the dash do not matter. {codeOpens} “New code”
        cuts every device off at once.
      </p>
      <h2>A phone, a tablet, an old screen</h2>
      <ol>
        <li>
          On that screen open <Link to={paths.lamp}>{host}/lamp</Link>, or scan the QR code on the dashboard.
        </li>
        <li>
          Enter the code. The screen is now a lamp: it stays on, and keeps its color when the network fails
          for a moment.
        </li>
        <li>Tap it to dim it or to show the number. Add it to the home screen to use it full screen.</li>
      </ol>
      <h2 id="https">Why HTTPS</h2>
      <p>
        At an address that starts with <code>http://</code> browsers on other devices let the screen sleep, do
        not install the lamp, do not open it without a network, and allow no notifications. There are two ways
        to HTTPS: a proxy in front of Tealight (<code>PUBLIC_URL</code>, <code>TRUSTED_PROXIES</code>), or a
        certificate of your own (<code>TLS_CERT</code>, <code>TLS_KEY</code>).
      </p>
      <h2>Home Assistant, ESPHome, WLED</h2>
      <p>
        Tealight uses an MQTT broker. Add it with the host and port that your dashboard shows under “How to
        pair”, your code as the user name, and any password.
      </p>
      <p>
        The glow is one retained message of JSON on the topic <code>tealight/your-code/glow</code>; the field{' '}
        <code>color</code> is a color like <code>#2fbf71</code>, <code>flash</code> says whether to blink, and{' '}
        <code>stale</code> that there is no current reading.
      </p>
      <h2>Clocks and displays made for Nightscout</h2>
      <p>
        Enter <code>{origin}</code> as the address of the site and your code as the access token. They read
        Tealight like any Nightscout site.
      </p>
      <h2>Something you build yourself</h2>
      <p>Ask for the glow now and then; the answer says when it is worth asking again:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen it scrolls, by the keyboard too */}
      <pre tabIndex={0}>
        <code>GET {origin}/device/v1/glow?code=your-code&amp;id=my-lamp</code>
      </pre>
      <p>
        Or keep a connection open to <code>/device/v1/feed</code> with the same two parameters, as a WebSocket
        or as server-sent events: each new reading arrives within a second. Show white after{' '}
        <code>validUntil</code> has passed.
      </p>
      <h2>What white and dark mean</h2>
      <p>
        White means no current data: there is no reading from the last 15 minutes, or the lamp has lost its
        network for that long. The dashboard says why. Dark means off: muted, switched off by your setting for
        the night or for in range, without power, or with a code that was replaced.
      </p>
    </>
  );
}
