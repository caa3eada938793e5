import { saveSettings } from '@tealight/contract';
import { connectedWearer, send } from './fixtures/wearer.ts';

// Prepares a running demo: an account that is connected to the simulated site, with range, flash and history.
//   node simulators/demo.ts URL ENDPOINT SECRET
// Prints, as one line of JSON, how to sign in and the code for lamps.

const [url = '', endpoint = '', apiSecret = ''] = process.argv.slice(2);
const person = {
  firstName: 'Ada',
  lastName: 'Moreno',
  email: 'ada@example.com',
  password: 'Glow-in-the-dark7!',
};

const wearer = await connectedWearer(url, { endpoint, apiSecret }, person);
await send(url + saveSettings.path, { highFlash: true, lowFlash: true }, wearer.token);
const answer = await fetch(`${url}/api/v1/UserProfile/current-user`, {
  headers: { authorization: `Bearer ${wearer.token}` },
});
const { connectionCode } = (await answer.json()) as { connectionCode: string };
console.log(JSON.stringify({ email: person.email, password: person.password, code: connectionCode }));
