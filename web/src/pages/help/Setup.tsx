import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** How each source is connected, with the traps that most failed connections come from. */
export function Setup() {
  return (
    <>
      <h2 id="dexcom">Dexcom</h2>
      <p>For G6, G7, ONE and ONE+.</p>
      <ol>
        <li>
          In the Dexcom app of the person who wears the sensor, open <strong>Connections</strong> and switch{' '}
          <strong>Share</strong> on.
        </li>
        <li>
          Invite at least one follower. Dexcom shares nothing before somebody is invited; it may be yourself,
          with the Dexcom Follow app.
        </li>
        <li>
          Here, type the user name and password of <strong>the wearer’s own</strong> Dexcom account. A
          follower’s account has no readings of its own.
        </li>
      </ol>
      <p>
        The user name may be an e-mail address, or a phone number with <code>+</code> and country code, like{' '}
        <code>+15551234567</code>. If Dexcom refuses a login that you are sure of, try the other region:
        accounts live where they were made.
      </p>
      <h2 id="freestylelibre">FreeStyle Libre</h2>
      <p>For Libre 2 and 3, with the LibreLinkUp app, which is required first.</p>
      <ol>
        <li>
          Install <strong>LibreLinkUp</strong> and make an account in it. It is another app than the one that
          reads the sensor.
        </li>
        <li>
          In the Libre app of the wearer, open <strong>Connected Apps</strong>, then{' '}
          <strong>LibreLinkUp</strong>, and invite that account.
        </li>
        <li>Open LibreLinkUp, accept the invitation and its terms, and see that a reading is shown.</li>
        <li>
          Here, type the e-mail address and password of the <strong>LibreLinkUp</strong> account.
        </li>
      </ol>
      <p>
        When Abbott has new terms, LibreLinkUp shows them once and shares nothing until they are accepted. If
        several people share with this account, Tealight asks whose readings to show.
      </p>
      <h2 id="nightscout">Nightscout</h2>
      <ol>
        <li>
          The <strong>endpoint</strong> is the address at which you open your site, like{' '}
          <code>https://my-site.example.org</code>.
        </li>
        <li>
          The <strong>API secret</strong> is the <code>API_SECRET</code> that your site was set up with.
        </li>
        <li>
          Better still, use an access token: in Nightscout open <strong>Admin Tools</strong>, then{' '}
          <strong>Subjects</strong>, and add one with the role <code>readable</code>. It can read and nothing
          else.
        </li>
      </ol>
      <h2 id="medtronic">Medtronic</h2>
      <p>For Guardian sensors that show in CareLink. This way is young; Medtronic changes it now and then.</p>
      <ol>
        <li>
          Make a <strong>care partner</strong> account in the CareLink Connect app, in the country of the
          wearer’s account, for Tealight alone: two programs with one account sign each other out.
        </li>
        <li>Have the wearer accept it as a care partner in the MiniMed app.</li>
        <li>
          Here, type the user name and password of that account, and tick <strong>Is US region?</strong> if
          the wearer’s account is from the United States.
        </li>
        <li>
          A window opens with CareLink’s own sign-in page. Solve its puzzle there; Tealight does the rest.
        </li>
      </ol>
      <h2>When it does not work</h2>
      <p>
        The dashboard names what is wrong and what to do about it. A refused login is never tried again by
        itself, so that no vendor locks your account. Then a look at{' '}
        <Link to={`${paths.help}/faq`}>questions and answers</Link> may help.
      </p>
    </>
  );
}
