import { lazyWithPreload } from '../../components/LazyWithPreload.tsx';

/** Shown only without a connection, or while another is chosen. */
export const connectSource = lazyWithPreload(
  async () => (await import('../connect-source/ConnectSource.tsx')).ConnectSource,
);
/** Shown only without a range, or while it is edited. */
export const rangeForm = lazyWithPreload(async () => (await import('../range/RangeForm.tsx')).RangeForm);
