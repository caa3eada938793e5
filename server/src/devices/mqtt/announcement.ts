import * as z from 'zod/mini';

const AnnouncementFields = z.object({
  state: z.optional(z.string()),
  kind: z.optional(z.string().check(z.maxLength(64))),
  name: z.optional(z.string().check(z.maxLength(64))),
});

/** A device's announcement: `online`, `offline`, or the same with kind and name as JSON. Null: neither. */
export type Announcement = { online: boolean; kind?: string; name?: string };

const LONGEST = 512;

/** Parses an announcement; anything else is ignored. */
export function announcementIn(payload: string): Announcement | null {
  if (payload === 'online' || payload === 'offline') return { online: payload === 'online' };
  if (payload.length > LONGEST || !payload.startsWith('{')) return null;
  try {
    const read = AnnouncementFields.safeParse(JSON.parse(payload));
    if (!read.success) return null;
    const { state, kind, name } = read.data;
    return {
      online: state !== 'offline',
      ...(kind !== undefined && { kind }),
      ...(name !== undefined && { name }),
    };
  } catch {
    return null;
  }
}
