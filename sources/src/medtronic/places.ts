import type { World } from '../source.ts';
import { Moved } from './ask-carelink.ts';
import { discover, type Place, type Region, type Start } from './discovery.ts';

/** The vendor changes this a few times a year. */
const KNOWN_FOR_MS = 12 * 60 * 60_000;

export type Places = ReturnType<typeof placesFrom>;

/** What was found out about each region, for hours, for all accounts together. */
export function placesFrom(start: Start) {
  const known = new Map<Region, { place: Place; until: number }>();

  /** Finds out anew. */
  const lookUp = async (region: Region, world: World): Promise<Place> => {
    const place = await discover(region, start, world);
    known.set(region, { place, until: world.now() + KNOWN_FOR_MS });
    return place;
  };

  /** Works with what is known; when the vendor says that it has moved, once more with what holds now. */
  const at = async <T>(region: Region, world: World, work: (place: Place) => Promise<T>): Promise<T> => {
    const found = known.get(region);
    if (found === undefined || found.until <= world.now()) return work(await lookUp(region, world));
    try {
      return await work(found.place);
    } catch (error) {
      if (!(error instanceof Moved)) throw error;
      return work(await lookUp(region, world));
    }
  };

  return { lookUp, at };
}
