import { mailSettings, saveMailSettings } from '@tealight/contract';
import { type Api, serve } from '../../http/serve-call.ts';
import type { Dependencies } from '../dependencies.ts';

/** Which optional emails a wearer wants. */
export function serveMailSettings(api: Api, { store }: Dependencies): void {
  serve(api, mailSettings, async ({ principal }) => ({
    data: await store.mailSettings.of(principal.accountId),
  }));
  serve(api, saveMailSettings, async ({ body, principal }) => {
    await store.mailSettings.save(principal.accountId, body);
    return { isSuccess: true };
  });
}
