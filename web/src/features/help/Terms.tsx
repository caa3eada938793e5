import { codeOpens } from '@tealight/contract';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { NoMedicalDevice } from './NoMedicalDevice.tsx';

/** What using Tealight means. */
export function Terms() {
  return (
    <>
      <p>
        Tealight is free software that anybody may run. These terms come with it; anyone who runs this one may
        have put their own in their place.
      </p>
      <h2>No medical device</h2>
      <NoMedicalDevice />
      <h2>Your account</h2>
      <ul>
        <li>Use your own name and an email address that you read.</li>
        <li>Choose a password that you use nowhere else, and keep it to yourself.</li>
        <li>
          Connect a source only if its readings are yours, or if anyone who wears the sensor has agreed.
        </li>
        <li>
          Treat the connection code like a key to your home. {codeOpens} You can change it at any time on the
          dashboard.
        </li>
      </ul>
      <h2>Your sources</h2>
      <p>
        Dexcom, Abbott (FreeStyle Libre), Medtronic and the Nightscout project have nothing to do with
        Tealight, and do not vouch for it. Some of the ways to their readings are not official. They may
        change or end without notice, and their own terms hold for your account with them.
      </p>
      <h2>What you may expect</h2>
      <p>
        We do our best that what is shown is true and fresh, or says that it is not. There is no promise that
        Tealight is always there or free of mistakes. The software comes as it is, without warranty of any
        kind, under the MIT license.
      </p>
      <h2>Leaving</h2>
      <p>
        You can download your data and delete your account at any time, under{' '}
        <Link to={paths.security}>Security</Link>. An account that harms others or this server may be closed.
      </p>
    </>
  );
}
