import { vi } from 'vitest';

/** What a test waits for may take a while on a busy machine; nothing is asserted of how long it takes. */
const TIMEOUT_MS = 30_000;

const { waitFor } = vi;
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: TIMEOUT_MS, ...options });
