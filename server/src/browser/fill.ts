import type { Page } from 'playwright-core';
import { SECOND } from '../times.ts';

const fields = {
  username: 'input[name=username]:not([type=hidden])',
  password: 'input[name=password]:not([type=hidden])',
};
const WITHIN_MS = SECOND;

/**
 * Fills in what the wearer has already typed, wherever the sign-in asks for it, on one page or on two; each once, so
 * that what was refused is not repeated. Sending it is left to the wearer.
 */
export function fillerOf(page: Page, login: Record<keyof typeof fields, string>): () => Promise<void> {
  const left = new Map(Object.entries(fields));
  return async () => {
    for (const [name, selector] of left) {
      const field = page.locator(selector).first();
      if (!(await field.isVisible().catch(() => false))) continue;
      left.delete(name);
      const typed = await field.inputValue({ timeout: WITHIN_MS }).catch(() => '');
      if (typed !== '') continue;
      await field.fill(login[name as keyof typeof fields], { timeout: WITHIN_MS }).catch(() => {});
    }
  };
}
