import { type ConnectMethod, type Descriptor, descriptors } from '@tealight/sources/descriptors';
import type * as z from 'zod/mini';
import { SuccessReply } from '../replies.ts';
import type { SourceType } from './source-type.ts';

/** The types that are connected with a login that the wearer types. */
export type LoginType = Extract<Descriptor, { connect: { by: 'login' } }>['type'];

/** A call that connects a source with a login. */
export type ConnectCall = ReturnType<typeof connectCallOf>;

function connectCallOf(type: SourceType, connect: Extract<ConnectMethod, { by: 'login' }>) {
  return {
    title: connect.title,
    method: 'POST',
    path: connect.path ?? (`/api/v1/Sources/${type}/authorization` as const),
    access: { right: 'sources' },
    body: connect.login as z.ZodMiniType<object, object>,
    reply: SuccessReply,
    problems: ['source-refused', 'not-offered'],
  } as const;
}

/** The call that connects each of them. */
export const connectCalls = Object.fromEntries(
  descriptors.flatMap(({ type, connect }) =>
    connect.by === 'login' ? [[type, connectCallOf(type, connect)] as const] : [],
  ),
) as Readonly<Record<LoginType, ConnectCall>>;
