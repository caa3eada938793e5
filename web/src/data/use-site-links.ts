import { useQuery } from '@tanstack/react-query';
import { siteQuery } from './queries.ts';

/** The built-in pages, used unless the server configures others. */
const defaultLinks = {
  terms: '/help/terms',
  privacy: '/help/privacy',
  deviceSetup: '/help/devices',
  faq: '/help/faq',
  contact: '/help/contact',
  setupGuide: '/help/setup',
};

/** The links to terms, privacy, guides and support; those that the server configures once they are `needed`. */
export function useSiteLinks(needed = true) {
  return useQuery({ ...siteQuery, enabled: needed }).data?.links ?? defaultLinks;
}
