import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** Who can help. */
export function Contact() {
  return (
    <>
      <h2>In an emergency</h2>
      <p>
        Call your local emergency number. Nobody here monitors your readings, and messages are not read
        immediately.
      </p>
      <h2>Your account, this server, your data</h2>
      <p>
        Write to anyone who runs this Tealight: the person or group who gave you its address, or whose name
        stands in the emails it sends you. Only they can look after this server. Tell them what you did, what
        you saw and when; never tell anybody your password or your connection code.
      </p>
      <h2>No readings, or a source that cannot be connected</h2>
      <p>
        The dashboard says what is wrong and what to do about it. Common problems of each source are in{' '}
        <Link to={`${paths.help}/setup`}>Connect your sensor</Link>.
      </p>
      <h2>Your sensor and its app</h2>
      <p>Contact the manufacturer: Dexcom, Abbott or Medtronic. They do not support Tealight.</p>
      <h2>If you run this Tealight</h2>
      <p>
        Set <code>CONTACT_URL</code> to a page or a <code>mailto:</code> address of your own to replace this
        page.
      </p>
    </>
  );
}
