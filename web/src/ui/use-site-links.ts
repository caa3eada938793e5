import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../queries.ts';

/** The project's own pages, until the server names others. */
const own = {
  terms: '/help/terms',
  privacy: '/help/privacy',
  deviceSetup: '/help/devices',
  faq: '/help/faq',
  contact: '/help/contact',
  setupGuide: '/help/setup',
};

/** Where terms, privacy, guides and support are. */
export function useSiteLinks() {
  return useQuery(siteQuery).data?.links ?? own;
}
