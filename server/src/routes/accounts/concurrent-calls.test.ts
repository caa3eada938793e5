import { readdir } from 'node:fs/promises';
import {
  changePassword,
  newConnectionCode,
  resetPassword,
  sendResetEmail,
  signIn,
  updateProfile,
} from '@tealight/contract';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ada, apiOn, linkIn, noDevices } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { formOf } from '../../../test/http/form.ts';

const { email, password } = ada;
const same = (newPassword: string) => ({ newPassword, confirmNewPassword: newPassword });

describe('concurrent calls of one account', () => {
  eachEngine((open) => {
    test('[RST-4] a concurrent change and reset of the password run one after the other: one wins, none crashes', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      await api.send(sendResetEmail, { body: { email } });
      const { headers } = await api.inject({ url: linkIn((await api.queuedMails()).at(-1)) });
      const query = new URL(String(headers.location), 'https://tealight.example.org').searchParams;
      const [changed, reset] = await Promise.all([
        api.send(changePassword, { body: { currentPassword: password, ...same('Chalk-Lamp22?') }, token }),
        api.send(resetPassword, { body: { email, token: query.get('token'), ...same('Slate-Lamp22?') } }),
      ]);
      const outcome = [changed.statusCode, reset.statusCode];
      expect([
        [200, 410],
        [403, 200],
        // The reset ended the session before the change was checked.
        [401, 200],
      ]).toContainEqual(outcome);
      const last = reset.statusCode === 200 ? 'Slate-Lamp22?' : 'Chalk-Lamp22?';
      const signedIn = await Promise.all(
        [password, 'Chalk-Lamp22?', 'Slate-Lamp22?'].map((one) =>
          api.send(signIn, { body: { email, password: one } }),
        ),
      );
      expect(signedIn.map(({ statusCode }) => statusCode)).toEqual(
        [password, 'Chalk-Lamp22?', 'Slate-Lamp22?'].map((one) => (one === last ? 200 : 401)),
      );
    });

    test('[DASH-4] of several new codes each disconnects the devices of the one before it', async () => {
      const cut: string[] = [];
      const disconnectCode = async (_: number, old: string) => void cut.push(old);
      const store = await open();
      const api = await apiOn(store, { devices: { ...noDevices, disconnectCode } });
      const token = await api.signedIn();
      const first = (await store.wearers.byAccount(1))?.code ?? '';
      const answers = await Promise.all([1, 2, 3].map(() => api.send(newConnectionCode, { token })));
      const made = answers.map((answer) => answer.json<{ connectionCode: string }>().connectionCode);
      const present = (await store.wearers.byAccount(1))?.code;
      expect(cut.sort()).toEqual([first, ...made].filter((code) => code !== present).sort());
    });

    test('[ACC-2] of several photos one is stored, and no file of the others', async () => {
      const api = await apiOn(await open());
      const token = await api.signedIn();
      const file = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
        .png()
        .toBuffer();
      const names = { firstName: 'Ada', lastName: 'Lovelace', location: 'GB' };
      const { payload, type } = formOf({ ...names, photo: { file } });
      await Promise.all(
        [1, 2, 3].map(() =>
          api.inject({
            method: 'POST',
            url: updateProfile.path,
            payload,
            headers: { 'content-type': type, authorization: `Bearer ${token}` },
          }),
        ),
      );
      expect(await readdir(api.dependencies.site.photoFolder)).toHaveLength(2);
    });
  });
});
