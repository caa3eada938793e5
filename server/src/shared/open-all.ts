import { AsyncDisposableStack } from '@whatwg-node/disposablestack';

/**
 * Opens several resources, each of which `open` puts on the stack. When one cannot be opened, the others are closed in
 * reverse order and the error is thrown; otherwise the result closes the stack.
 *
 * Node 22 has no `await using`, which would do the same.
 */
export async function openAll<T extends AsyncDisposable>(
  open: (resources: AsyncDisposableStack) => Promise<T>,
): Promise<T> {
  const resources = new AsyncDisposableStack();
  try {
    return await open(resources);
  } catch (error) {
    try {
      await resources.disposeAsync();
    } catch {
      // The error of opening is more useful than that of closing.
    }
    throw error;
  }
}
