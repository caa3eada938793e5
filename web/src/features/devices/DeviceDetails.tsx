import { DeviceList } from './DeviceList.tsx';
import { Pairing } from './pairing/Pairing.tsx';

/** The devices that have the code, and how to pair one. */
export function DeviceDetails({ code }: { code: string }) {
  return (
    <>
      <DeviceList />
      <Pairing code={code} />
    </>
  );
}
