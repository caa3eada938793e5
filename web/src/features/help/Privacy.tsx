import { codeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** What is kept, who sees it, and how it ends. */
export function Privacy() {
  return (
    <>
      <p>
        Glucose readings are health data. This page says what the software does with yours. The operator of
        this server is responsible for it and may have replaced this page with their own.
      </p>
      <h2>What is kept</h2>
      <ul>
        <li>
          <strong>You:</strong> name, email address, country, and a photo if you add one.
        </li>
        <li>
          <strong>Your readings:</strong> value, time and trend, as sent by your source.
        </li>
        <li>
          <strong>Your settings:</strong> setpoints, unit, flashing, palette, and the connection code.
        </li>
        <li>
          <strong>The sign-in to your source:</strong> encrypted with a key that is not in the database. It is
          never shown again, and is erased when you disconnect, unless you choose to keep it.
        </li>
        <li>
          <strong>Your password:</strong> never stored, only a hash that cannot be reversed.
        </li>
        <li>
          <strong>Sign-ins and devices:</strong> which browser or lamp, and when it was last used.
        </li>
        <li>
          <strong>Recent activity:</strong> sign-ins from new places, password changes, new codes, sensors
          connected and downloads, for 90 days. The networks you signed in from are kept for 180 days as keyed
          hashes, never as addresses.
        </li>
      </ul>
      <h2>What for</h2>
      <p>
        To show your readings to you and on your devices, and to email you about your account. Nothing else.
      </p>
      <h2>Who sees it</h2>
      <ul>
        <li>You.</li>
        <li>{codeOpens}</li>
        <li>
          The operator of this server has access to what is stored on it. Your source gets your own sign-in to
          read your glucose, and no other data.
        </li>
      </ul>
      <p>
        There is no advertising, no analytics and no tracking, and no page of Tealight loads anything from
        another host. Passwords, codes and readings are never written into logs.
      </p>
      <h2>Cookies</h2>
      <p>
        None. Your browser keeps your sign-in, your choice of light or dark, and on a lamp its code and last
        reading, in its own storage. Logging out removes the sign-in.
      </p>
      <h2>How long</h2>
      <p>
        Readings for as long as you choose under Time in range on the dashboard; the rest until you delete it.
        Deleting your account erases everything in it at once and for good.
      </p>
      <h2>Your rights</h2>
      <p>
        See and correct your details under <Link to={paths.account}>My account</Link>. Download everything as
        JSON and CSV, end sessions, and delete your account under <Link to={paths.security}>Security</Link>.
      </p>
    </>
  );
}
