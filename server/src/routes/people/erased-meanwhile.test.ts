import { calls, deleteAccount, removeWearer } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { addChild, ownWearer, personOf } from '../../../test/followers/family.ts';
import { noBudgets } from '../budgets.ts';

/** Bodies that write, by path. */
const bodies: Readonly<Record<string, object>> = {
  '/api/v1/RangeSetup/save-range-setup': { unit: 'mg/dL', high: 180, inRange: 110, low: 70 },
  '/api/v1/People/wearers': { name: 'Ben' },
  '/api/v1/People/wearers/change': { name: 'Ben' },
  '/api/v1/People/invitations': { kind: 'link', role: 'follower' },
  '/api/v1/People/links': { name: 'School', scope: 'now', lasts: 'day' },
  '/api/v1/People/hand-over': { email: 'george@example.org', ownerBecomes: 'carer' },
  '/api/v1/Readings/cgm-connection/disconnect': { clearCredentials: true },
  '/api/v1/UserProfile/new-connection-code': {},
};
/** Calls about a wearer who is removed while they run. */
const ofWearer: Readonly<Record<string, object>> = {
  '/api/v1/Devices/lamp-settings': { dayBrightness: 1, nightBrightness: 0.1, night: null, inRange: 'glow' },
  '/api/v1/Devices/display-settings': { history: 'all' },
  '/api/v1/Devices/home-assistant': { announce: true },
  '/api/v1/UserProfile/new-connection-code': {},
  '/api/v1/People/links': { name: 'School', scope: 'now', lasts: 'day' },
  '/api/v1/Story/settings': { timeZone: 'UTC', population: 'adult', keepDays: null },
};
const writing = calls.filter(({ method, path }) => method === 'POST' && path in bodies);

describe('calls about an account that is being deleted', () => {
  eachEngine((open) => {
    test('[API-3] are done or refused, and never an error of the server', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      expect(writing).toHaveLength(Object.keys(bodies).length);
      const faults: unknown[] = [];
      for (let round = 0; round < 6; round += 1) {
        const person = await personOf(api, `Ada${round}`);
        const { token, password } = person;
        const wearer = await ownWearer(api, person);
        const answers = await Promise.all([
          ...writing.map((call) => api.send(call, { token, wearer, body: bodies[call.path] })),
          api.send(deleteAccount, { token, body: { password } }),
          ...writing.map((call) => api.send(call, { token, wearer, body: bodies[call.path] })),
        ]);
        faults.push(...answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body));
      }
      expect(faults).toEqual([]);
      expect(api.logged.filter((line) => line.includes('our-fault'))).toEqual([]);
    });

    test('[API-3] [PPL-4] and about a wearer who is being removed neither', async () => {
      const api = await apiOn(await open(), { budgets: noBudgets });
      const person = await personOf(api, 'Ada');
      const { token, password } = person;
      const settings = calls.filter(({ method, path }) => method === 'POST' && path in ofWearer);
      expect(settings).toHaveLength(Object.keys(ofWearer).length);
      const codes = new Set<number>();
      for (let round = 0; round < 10; round += 1) {
        const wearer = await addChild(api, person, 'Ben');
        const all = () =>
          settings.map((call) => api.send(call, { token, wearer, body: ofWearer[call.path] }));
        const removal = api.send(removeWearer, { token, wearer, body: { password } });
        const early = [...all(), ...all(), ...all()];
        await new Promise((resume) => setTimeout(resume, round));
        for (const answer of await Promise.all([removal, ...early, ...all(), ...all()]))
          codes.add(answer.statusCode);
      }
      expect([...codes].filter((code) => code >= 500)).toEqual([]);
      expect(api.logged.filter((line) => line.includes('our-fault'))).toEqual([]);
    });
  });
});
