import helmet from '@fastify/helmet';
import Fastify from 'fastify';

/** What every answer needs anyway, and helmet does not set. */
const usual = /^(date|content-length|content-type|connection|keep-alive|transfer-encoding)$/;

/**
 * The headers that keep browsers from doing harm with an answer. helmet is asked once: its plugin would build the
 * same ones anew with every request.
 */
export async function securityHeaders(): Promise<Record<string, string>> {
  await using asked = Fastify();
  await asked.register(helmet, {
    // Pages bring their own policy with a nonce; an answer that is no page may do nothing at all.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    // Only a visitor who came by https learns to stay there.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    // For browsers that are gone.
    ...{ xDownloadOptions: false, xDnsPrefetchControl: false, xPermittedCrossDomainPolicies: false },
    ...{ xXssProtection: false, originAgentCluster: false },
  });
  asked.get('/', () => '');
  const { headers } = await asked.inject('/');
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (usual.test(name) ? [] : [[name, String(value)]])),
  );
}
