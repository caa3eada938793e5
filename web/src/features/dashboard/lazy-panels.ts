import { lazyComponent } from '../../components/loading/lazy-component.tsx';

/** Shown only without a connection, or while another is chosen. */
export const ConnectSource = lazyComponent(
  async () => (await import('../connect-source/ConnectSource.tsx')).ConnectSource,
);
/** At the end of the page: loaded when it is scrolled near, or once the rest is loaded. */
export const DevicesPanel = lazyComponent(
  async () => (await import('../devices/DevicesPanel.tsx')).DevicesPanel,
);
/** Shown only without a range, or while it is edited. */
export const RangeForm = lazyComponent(async () => (await import('../range/RangeForm.tsx')).RangeForm);
