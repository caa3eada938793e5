import type { FastifyReply } from 'fastify';
import { corsHeaders } from '../problem-replies.ts';
import { hashOfCode, tokenFor } from './credential.ts';
import { statusOf } from './display-documents.ts';
import { answer, type DisplayClient, type Handler } from './principal.ts';
import { below, type Get, type NightscoutDependencies } from './routes.ts';

/** Where Nightscout redirects requests for its badge. */
const BADGE = 'https://img.shields.io/badge/Nightscout-OK-green';

/** The status of the site, in each format of Nightscout's status. */
export function serveStatus({ rangeOf, now }: NightscoutDependencies, get: Get): void {
  const statusFor = async ({ identity, search }: DisplayClient) => {
    const authorized = search.has('token') ? tokenFor(identity.code, hashOfCode(identity.code), now()) : null;
    return statusOf(await rangeOf(identity.wearerId), now(), authorized);
  };
  const asJson: Handler = async (client, _, reply) => answer(reply, await statusFor(client));
  get([...below('/status.json'), '/status.json'], asJson);
  get(below('/status.txt'), (_client, _request, reply) => asText(reply, 'text/plain', 'STATUS OK'));
  get(below('/status.html'), (_client, _request, reply) => asText(reply, 'text/html', '<h1>STATUS OK</h1>'));
  get(below('/status.js'), async (client, _, reply) =>
    asText(reply, 'text/javascript', `this.serverSettings = ${JSON.stringify(await statusFor(client))} ;`),
  );
  for (const extension of ['.svg', '.png']) {
    get(below(`/status${extension}`), (_client, _request, reply) =>
      // The requested address contains the credential.
      reply
        .headers({ ...corsHeaders, 'referrer-policy': 'no-referrer' })
        .redirect(`${BADGE}${extension}`, 302),
    );
  }
  get(below('/status'), async (client, request, reply) => {
    const { accept = '*/*', 'content-type': type = '' } = request.headers;
    const named = accept.split(',').map((one) => one.split(';', 1)[0]?.trim() ?? '');
    const wanted = named.find((one) => /^(application\/json|text\/plain|text\/html|\*\/\*)$/.test(one));
    // A watch app (ZeppNightscout) names the format in the wrong header.
    if (wanted === 'application/json' || (wanted === '*/*' && /json/.test(type)))
      return asJson(client, request, reply);
    if (wanted === 'text/plain') return asText(reply, 'text/plain', 'STATUS OK');
    return asText(reply, 'text/html', '<h1>STATUS OK</h1>');
  });
}

const asText = (reply: FastifyReply, type: string, text: string): FastifyReply =>
  reply
    .headers({ ...corsHeaders, 'cache-control': 'no-store' })
    .type(`${type}; charset=utf-8`)
    .send(text);
