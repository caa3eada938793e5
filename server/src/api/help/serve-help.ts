import type { FastifyInstance } from 'fastify';
import { plainPage, sendPage } from '../pages.ts';
import { devices } from './devices.ts';
import { faq } from './faq.ts';
import { contact, privacy, terms } from './papers.ts';
import { setup } from './setup.ts';

/** The pages that the app's links lead to unless the configuration names others. */
const pages: Readonly<Record<string, { title: string; body: string }>> = {
  setup: { title: 'How to connect your sensor', body: setup },
  devices: { title: 'How to set up a lamp', body: devices },
  faq: { title: 'Questions and answers', body: faq },
  contact: { title: 'Contact', body: contact },
  terms: { title: 'Terms of use', body: terms },
  privacy: { title: 'Privacy', body: privacy },
};

export function serveHelp(app: FastifyInstance): void {
  for (const [name, { title, body }] of Object.entries(pages)) {
    app.get(`/help/${name}`, (request, reply) =>
      sendPage(request, reply, (nonce) => plainPage(title, body, nonce)),
    );
  }
}
