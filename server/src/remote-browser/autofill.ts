import type { Page } from 'playwright-core';
import { SECOND } from '../shared/time-units.ts';

const fields = {
  username: 'input[name=username]:not([type=hidden])',
  password: 'input[name=password]:not([type=hidden])',
};
const TIMEOUT_MS = SECOND;

/**
 * Returns a function that fills in the username and password that the wearer has already entered, wherever the sign-in
 * asks for them, on one page or on two. Each is filled in once, so that a rejected one is not repeated. The wearer
 * submits the form.
 */
export function openAutofill(page: Page, login: Record<keyof typeof fields, string>): () => Promise<void> {
  const remaining = new Map(Object.entries(fields));
  return async () => {
    for (const [name, selector] of remaining) {
      const field = page.locator(selector).first();
      if (!(await field.isVisible().catch(() => false))) continue;
      remaining.delete(name);
      const current = await field.inputValue({ timeout: TIMEOUT_MS }).catch(() => '');
      if (current !== '') continue;
      await field.fill(login[name as keyof typeof fields], { timeout: TIMEOUT_MS }).catch(() => {});
    }
  };
}
