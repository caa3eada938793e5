import { signOut } from '@tealight/contract';
import { call } from '../call.ts';
import { session } from '../session.ts';

/** Signs out. Here the session ends at once, whatever the server says and however long it takes (SHELL-6). */
export function logOut(): void {
  void call(signOut).catch(() => undefined);
  session.end();
}
