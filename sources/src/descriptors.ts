import type { SourceDescriptor } from './descriptor.ts';
import { dexcomApi } from './dexcom-api/descriptor.ts';
import { dexcomShare } from './dexcom-share/descriptor.ts';
import { libre } from './libre/descriptor.ts';
import { medtronic } from './medtronic/descriptor.ts';
import { nightscout } from './nightscout/descriptor.ts';

export {
  type ConnectForm,
  type ConnectMethod,
  commonErrorCodes,
  type FormField,
  otherRegion,
  type Regions,
  regionOf,
  type Setting,
  type SetupGuide,
  type SourceDescriptor,
} from './descriptor.ts';
export { required, requiredSecret } from './shared/required-text.ts';
export { type SourceErrorCode, sourceErrorCodes } from './source-error.ts';

/** Every source, in the order in which wearers see them. A new one is one line here and one in `sources.ts`. */
export const descriptors = [
  dexcomShare,
  dexcomApi,
  libre,
  nightscout,
  medtronic,
] as const satisfies readonly SourceDescriptor[];

export type Descriptor = (typeof descriptors)[number];
