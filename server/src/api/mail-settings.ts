import { mailSettings, saveMailSettings } from '@tealight/contract';
import type { Parts } from './parts.ts';
import { type Api, serve } from './serve.ts';

/** Which mails a wearer wants. */
export function serveMailSettings(api: Api, { store }: Parts): void {
  serve(api, mailSettings, async ({ visitor }) => ({ data: await store.mailSettings.of(visitor.accountId) }));
  serve(api, saveMailSettings, async ({ body, visitor }) => {
    await store.mailSettings.save(visitor.accountId, body);
    return { isSuccess: true };
  });
}
