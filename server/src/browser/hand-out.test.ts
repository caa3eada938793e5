import { expect, test } from 'vitest';
import { sealWith } from '../seal/seal.ts';
import { openHandOut } from './hand-out.ts';

const begun = { captchaUrl: 'https://vendor.example/authorize?state=x', pending: { verifier: 'secret' } };

function handOutAt(start: number, key = 'a key that is long enough to be one') {
  let now = start;
  return {
    handOut: openHandOut({ seal: sealWith([key]), now: () => now }),
    later: (ms: number) => (now += ms),
  };
}

test('[HUB-4] a handed address is the vendor’s, with its sealed beginning where no browser sends it on', () => {
  const { handOut } = handOutAt(0);
  const address = handOut.give(7, begun);
  const url = new URL(address);
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(begun.captchaUrl);
  expect(decodeURIComponent(address)).not.toContain('secret');
  expect(handOut.take(7, address)).toEqual(begun);
});

test('[HUB-4] an address is good for its wearer, for half an hour, unchanged', () => {
  const { handOut, later } = handOutAt(0);
  const address = handOut.give(7, begun);
  expect(handOut.take(8, address)).toBeNull();
  expect(handOut.take(7, address.replace('vendor', 'evil'))).toBeNull();
  expect(handOut.take(7, begun.captchaUrl)).toBeNull();
  expect(handOut.take(7, `${begun.captchaUrl}#1.abc.def`)).toBeNull();
  later(30 * 60_000 + 1);
  expect(handOut.take(7, address)).toBeNull();
});

test('[HUB-4] every node knows an address again that another handed out', () => {
  const address = handOutAt(0).handOut.give(7, begun);
  expect(handOutAt(1000).handOut.take(7, address)).toEqual(begun);
  expect(handOutAt(1000, 'quite another key, as long as that').handOut.take(7, address)).toBeNull();
});
