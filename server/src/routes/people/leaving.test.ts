import { deleteAccount, exportData, listFollows, type ReplyOf } from '@tealight/contract';
import { describe, expect, test } from 'vitest';
import { apiOn } from '../../../test/api.ts';
import { eachEngine } from '../../../test/engines.ts';
import { addChild, letFollow, ownWearer, personOf, wearersOf } from '../../../test/followers/family.ts';
import { unzip } from '../../../test/unzip.ts';

describe('an account that is deleted', () => {
  eachEngine((open) => {
    test('[PPL-26] ends its wearers and its follows; followers get one email with the name and nothing else', async () => {
      const store = await open();
      const api = await apiOn(store);
      const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
      const ada = await addChild(api, maria, 'Ada');
      const georges = await ownWearer(api, george);
      await letFollow(api, { owner: maria, follower: george, wearer: ada });
      await letFollow(api, { owner: george, follower: maria, wearer: georges });
      const before = (await api.queuedMails()).length;
      await api.send(deleteAccount, { token: maria.token, body: { password: maria.password } });
      expect(await wearersOf(api, george)).toEqual([georges]);
      const { follows } = (await api.send(listFollows, { token: george.token, wearer: georges })).json<
        ReplyOf<typeof listFollows>
      >();
      expect(follows).toEqual([]);
      const mails = (await api.queuedMails()).filter(({ recipient }) => recipient === george.email);
      const last = mails.at(-1);
      expect(last?.subject).toBe('You no longer follow Ada');
      expect(last?.text).not.toMatch(/maria|lovelace@|http/i);
      expect((await api.queuedMails()).length).toBeGreaterThan(before - 3);
    });

    test('[PPL-7] [PPL-33] the export has own wearers with who may see them, and no wearer that is only followed', async () => {
      const api = await apiOn(await open());
      const [maria, george] = [await personOf(api, 'Maria'), await personOf(api, 'George')];
      const ada = await addChild(api, maria, 'Ada');
      await letFollow(api, { owner: maria, follower: george, wearer: ada });
      const exported = async ({ token, password }: typeof maria) =>
        unzip((await api.send(exportData, { token, body: { password } })).rawPayload);
      const marias = await exported(maria);
      const about = JSON.parse(marias['wearer-2/wearer.json'] ?? '{}');
      expect(about).toMatchObject({ name: 'Ada', followers: [{ firstName: 'George', role: 'follower' }] });
      expect(about.accessRecord.map(({ kind }: { kind: string }) => kind)).toEqual([
        ...['invitation-accepted', 'invited', 'wearer-added'],
      ]);
      const georges = await exported(george);
      expect(Object.keys(georges).filter((name) => name.endsWith('wearer.json'))).toEqual(['wearer.json']);
      expect(Object.values(georges).join()).not.toContain('Ada');
    });
  });
});
