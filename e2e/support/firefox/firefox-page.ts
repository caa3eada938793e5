import { expect, vi } from 'vitest';
import type { BiDi } from './bidi.ts';

type Element = { sharedId: string };
type Evaluated = { type: string; result?: { value?: unknown }; exceptionDetails?: { text: string } };

/** Scrolls an element into view and waits until it no longer moves, as it does while a page is loading. */
const restsInView = `async (element) => {
  for (let last = ''; ; ) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    await new Promise((resume) => setTimeout(resume, 200));
    const { x, y } = element.getBoundingClientRect();
    const place = [x, y].join();
    if (place === last) return;
    last = place;
  }
}`;

/** A page of a Firefox: elements are pressed with its mouse and filled with its keyboard. */
export async function firefoxPage(bidi: BiDi) {
  const { contexts } = (await bidi.send('browsingContext.getTree')) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;

  const call = async (functionDeclaration: string, args: readonly object[] = []): Promise<unknown> => {
    const { type, result, exceptionDetails } = (await bidi.send('script.callFunction', {
      functionDeclaration,
      arguments: args,
      awaitPromise: true,
      target: { context },
    })) as Evaluated;
    if (type === 'exception') throw new Error(exceptionDetails?.text);
    return result?.value;
  };
  const pressAt = async (locator: object): Promise<void> => {
    const element = await vi.waitFor(async () => {
      const { nodes } = await bidi.send('browsingContext.locateNodes', { context, locator });
      expect(nodes, JSON.stringify(locator)).toHaveLength(1);
      return (nodes as Element[])[0] as Element;
    });
    await call(restsInView, [element]);
    const origin = { type: 'element', element };
    const actions = [
      { type: 'pointerMove', x: 0, y: 0, origin },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await bidi.send('input.performActions', {
      context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    });
  };

  return {
    /** Presses the one element of this role and name, once it is there. */
    press: (role: string, name: string) => pressAt({ type: 'accessibility', value: { role, name } }),
    /** Opens an address, and waits until the page has loaded. */
    goto: (url: string) => bidi.send('browsingContext.navigate', { context, url, wait: 'complete' }),
    /** Types into the field of a form that is sent under this name. */
    async fill(name: string, text: string): Promise<void> {
      await pressAt({ type: 'css', value: `input[name="${name}"]` });
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions }] });
    },
    /** Waits for a text that matches, anywhere on the page. */
    sees: (text: RegExp): Promise<void> =>
      vi.waitFor(async () => expect(await call('() => document.body.innerText')).toMatch(text)),
    /** The value of an expression, which may be a promise, as JSON. */
    evaluate: async <Value>(expression: string): Promise<Value> =>
      JSON.parse(String(await call(`async () => JSON.stringify(await (${expression}))`))) as Value,
  };
}

export type FirefoxPage = Awaited<ReturnType<typeof firefoxPage>>;
