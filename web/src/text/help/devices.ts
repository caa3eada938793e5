import type { Catalog } from '../catalog.ts';

/** What the help page about lamps and other devices says. */
export const deviceHelpText = {
  code: ({ whatCodeOpens }: { whatCodeOpens: string }) =>
    `Your dashboard shows a <strong>connection code</strong>, like <code>k7m2q-x4w9d</code>. Enter it on each lamp, clock or screen; upper or lower case and the dash do not matter. ${whatCodeOpens} “New code” cuts every device off at once.`,
  screen: {
    title: 'A phone, a tablet, an old screen',
    open: ({ host }: { host: string }) =>
      `On that screen open <lamp>${host}/lamp</lamp>, or scan the QR code on the dashboard.`,
    enterCode:
      'Enter the code. The screen is now a lamp: it stays on, and keeps its color when the network fails for a moment.',
    use: 'Tap it to dim it or to show the number. Add it to the home screen to use it full screen.',
  },
  https: {
    title: 'Why HTTPS',
    about:
      'At an address that starts with <code>http://</code> browsers on other devices let the screen sleep, do not install the lamp, do not open it without a network, and allow no notifications. There are two ways to HTTPS: a proxy in front of Tealight (<code>PUBLIC_URL</code>, <code>TRUSTED_PROXIES</code>), or a certificate of your own (<code>TLS_CERT</code>, <code>TLS_KEY</code>).',
  },
  mqtt: {
    title: 'Home Assistant, ESPHome, WLED',
    broker:
      'Tealight uses an MQTT broker. Add it with the host and port that your dashboard shows under “How to pair”, your code as the user name, and any password.',
    message:
      'The glow is one retained message of JSON on the topic <code>tealight/your-code/glow</code>; the field <code>color</code> is a color like <code>#2fbf71</code>, <code>flash</code> says whether to blink, and <code>stale</code> that there is no current reading.',
  },
  nightscout: {
    title: 'Clocks and displays made for Nightscout',
    about: ({ origin }: { origin: string }) =>
      `Enter <code>${origin}</code> as the address of the site and your code as the access token. They read Tealight like any Nightscout site.`,
  },
  ownDevice: {
    title: 'Something you build yourself',
    poll: 'Ask for the glow now and then; the answer says when it is worth asking again:',
    request: ({ origin }: { origin: string }) => `GET ${origin}/device/v1/glow?code=your-code&id=my-lamp`,
    feed: 'Or keep a connection open to <code>/device/v1/feed</code> with the same two parameters, as a WebSocket or as server-sent events: each new reading arrives within a second. Show white after <code>validUntil</code> has passed.',
  },
  whiteAndOff: {
    title: 'What white and dark mean',
    about:
      'White means no current data: there is no reading from the last 15 minutes, or the lamp has lost its network for that long. The dashboard says why. Dark means off: muted, switched off while in range (always or at night), without power, or with a code that was replaced.',
  },
} as const satisfies Catalog;
