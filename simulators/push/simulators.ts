import { below, type Handler } from '../serve.ts';
import { openNtfyServer } from './ntfy.ts';
import { pushService } from './push-service.ts';
import { pushoverService } from './pushover.ts';
import { webhookReceiver } from './webhook.ts';

/** A simulated service that alarms are sent to, below a path of the server of all simulators. */
export type ChannelSimulator = {
  at: string;
  handler: Handler;
  environment?: (url: string) => Record<string, string>;
  /** What is entered to add the channel, with the label for people; null for what no form takes. */
  channel: (url: string) => ({ label: string } & Record<string, string>) | null;
};

const PUSHOVER = { userKey: 'uSimulatedUser0000000000000000', appToken: 'aSimulatedApplication000000000' };

export function channelSimulators(): Record<string, ChannelSimulator> {
  return {
    pushService: {
      at: '/push-service/',
      handler: below('/push-service', pushService({ at: '/push-service' }).handler),
      channel: () => null,
    },
    pushover: {
      at: '/pushover/',
      handler: below('/pushover', pushoverService(PUSHOVER).handler),
      environment: (url) => ({ PUSHOVER_URL: `${url}/pushover` }),
      channel: () => ({ label: 'Pushover', ...PUSHOVER }),
    },
    webhook: {
      at: '/webhook/',
      handler: below('/webhook', webhookReceiver({ secret: null }).handler),
      channel: (url) => ({ label: 'Webhook', url: `${url}/webhook/` }),
    },
  };
}

/** ntfy has a port of its own, since its messages are posted to the root of a server. */
export async function openNtfy() {
  const { url, close } = await openNtfyServer();
  const channel = { label: 'ntfy', server: url, topic: 'tealight' };
  return { close, signIns: { ntfy: { environment: {}, login: null, channel } } };
}
