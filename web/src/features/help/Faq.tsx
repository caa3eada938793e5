import { Link } from 'react-router';
import { paths } from '../../paths.ts';
import { NoMedicalDevice } from './NoMedicalDevice.tsx';

/** What people ask. */
export function Faq() {
  return (
    <>
      <NoMedicalDevice />
      <h2>Readings</h2>
      <dl>
        <dt>How fresh is a reading?</dt>
        <dd>
          Most sensors measure every five minutes, or every minute. Tealight learns when your readings appear
          and polls right after the next one is due, so it usually shows within seconds. Dexcom’s official API
          is the exception: its readings arrive one to three hours late.
        </dd>
        <dt>Why is my lamp white?</dt>
        <dd>
          White means no current data: there is no reading from the last 15 minutes. The dashboard says since
          when and why.
        </dd>
        <dt>Why does Tealight show another number than my sensor’s app?</dt>
        <dd>
          It shows what the app has uploaded. If the app had no network for a while, or smooths its values,
          the two may differ for a few minutes.
        </dd>
        <dt>Can I connect two sources?</dt>
        <dd>One at a time. Connecting another takes the place of the first; your readings so far stay.</dd>
      </dl>
      <h2>Colors</h2>
      <dl>
        <dt>What do the colors mean?</dt>
        <dd>
          Red is your low setpoint or below, green your in-range setpoint, violet your high setpoint or above.
          Between them the color changes gradually, through amber on the low side and blue on the high side.
        </dd>
        <dt>I cannot tell red from green.</dt>
        <dd>
          Choose the colorblind-friendly palette in Range Setup: red, blue and amber can be distinguished with
          all common forms of color blindness. Screens also show an arrow and a word.
        </dd>
        <dt>Can I stop the flashing?</dt>
        <dd>
          Yes, for high and low each, in Range Setup. Screens never flash more than once a second, and not at
          all where the system is set to reduced motion.
        </dd>
      </dl>
      <h2>Safety and privacy</h2>
      <dl>
        <dt>Why do you need the password of my source?</dt>
        <dd>
          Because most vendors offer no other way to a current reading. It is stored encrypted, only used to
          read your glucose, never shown again, and erased when you disconnect, unless you choose to keep it.
        </dd>
        <dt>Can my family see my glow?</dt>
        <dd>
          Give them the connection code, or open <Link to={paths.lamp}>the lamp page</Link> on their phone.
          They see your glow and your current reading, and nothing else. A new code disconnects everyone.
        </dd>
        <dt>Can I have my data, or be forgotten?</dt>
        <dd>
          Yes, at any time, under <Link to={paths.security}>Security</Link>.
        </dd>
      </dl>
    </>
  );
}
