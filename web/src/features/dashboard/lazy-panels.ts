import { lazyComponent } from '../../components/loading/lazy-component.tsx';

/** Shown only without a connection, or while another is chosen. */
export const ConnectSource = lazyComponent(
  async () => (await import('../connect-source/ConnectSource.tsx')).ConnectSource,
);
/** Shown only without a range, or while it is edited. */
export const RangeForm = lazyComponent(async () => (await import('../range/RangeForm.tsx')).RangeForm);
