import type { Page } from 'playwright-core';
import { SECOND } from '../shared/time-units.ts';

const fields = {
  username: 'input[name=username]:not([type=hidden])',
  password: 'input[name=password]:not([type=hidden])',
};
/** For a busy page. A field that cannot be edited is not waited for. */
const TIMEOUT_MS = 10 * SECOND;

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
      const timeout = { timeout: TIMEOUT_MS };
      try {
        if (!(await field.isVisible()) || !(await field.isEditable(timeout))) continue;
        if ((await field.inputValue(timeout)) === '')
          await field.fill(login[name as keyof typeof fields], timeout);
        remaining.delete(name);
      } catch {
        // The page has gone on meanwhile, or does not respond: the field is filled in where it is asked for next.
      }
    }
  };
}
