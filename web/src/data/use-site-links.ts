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

/** The links to terms, privacy, guides and support. */
export function useSiteLinks() {
  return useQuery(siteQuery).data?.links ?? defaultLinks;
}
