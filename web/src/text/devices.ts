import type { Catalog } from './catalog.ts';

/** The devices of a wearer: the code that pairs them, their list, the settings of the lamps. */
export const devicesText = {
  panel: {
    title: 'Device Connection Code',
    connected: 'Devices connected',
    notConnected: 'No devices connected',
    unknown: 'It is not known now which devices are on.',
    oneCode: 'The same code is used for multiple devices.',
    on: ({ count }: { count: number }) =>
      count === 1 ? '1 device is on now' : `${count} devices are on now`,
    openLamp: 'Open the lamp here',
  },
  code: {
    copy: 'Copy the code',
    copied: 'Copied',
    showQr: 'Show as QR code',
    renew: 'New code',
  },
  newCode: {
    title: 'Make a new code?',
    consequence:
      'All devices using this code will disconnect and need the new one. Do this if someone has the code who should not.',
    keep: 'Keep the code',
    confirm: 'Make a new code',
    done: 'You have a new connection code',
  },
  qr: {
    title: 'Open the lamp on another screen',
    image: 'QR code that opens the lamp',
    howToScan: ({ whatCodeOpens }: { whatCodeOpens: string }) =>
      `Point the camera of a phone or tablet at it. It contains your connection code. ${whatCodeOpens}`,
    onlyHereTitle: 'This works on this computer only',
    onlyHere:
      'Other screens cannot reach this address. Start Tealight with <command>npm start -- --lan</command> to use them.',
    noHttpsTitle: 'Without HTTPS',
    noHttps:
      'At this address browsers let the screen sleep, and do not install the lamp or open it offline. <guide>How to add HTTPS</guide>',
  },

  list: {
    title: 'Your devices',
    menu: ({ device }: { device: string }) => `${device}, menu`,
    rename: 'Rename',
    mute: 'Mute',
    unmute: 'Unmute',
    remove: 'Remove',
  },
  rename: { title: 'Name this device', name: 'Name', example: 'Bedside lamp' },
  /** The kinds by the names that devices give; what is not here is shown as it is. */
  kinds: {
    lamp: 'Screen as a lamp',
    wled: 'WLED',
    esphome: 'ESPHome',
    esp32: 'ESP32 lamp',
    mqtt: 'MQTT device',
    nightscout: 'Nightscout display',
    bridge: 'Bridge',
  },
  /** `kind` is of a device that has a name of its own; its state then follows in lower case. */
  state: {
    on: 'On now',
    unknown: 'Not known whether it is on',
    lastSeen: ({ age }: { age: string }) => `Last seen ${age}`,
    muted: ({ state }: { state: string }) => `${state}, muted`,
    withKind: ({ kind, state }: { kind: string; state: string }) => `${kind}, ${state}`,
  },

  lamps: {
    try: 'Try all lamps',
    trying: 'Your lamps now play low, in range, high and no data',
    settings: 'Lamp settings',
    saved: 'Lamp settings saved',
    brightness: 'Brightness',
    brightnessByDay: 'Brightness by day',
    brightnessAtNight: 'Brightness at night',
    percent: ({ percent }: { percent: number }) => `${percent} %`,
    dimmerAtNight: 'Dimmer at night',
    from: 'From',
    until: 'Until',
    inRange: {
      label: 'When in range',
      glow: 'On',
      darkAtNight: 'Off at night',
      dark: 'Off',
    },
    alarmRhythm: 'Flash when an alarm rings',
    aboutAlarmRhythm: 'Softly, at most once a second, until somebody has seen the alarm.',
    alarmWhenMuted: 'Muted lamps too, for an urgent low',
    timeZone: ({ zone }: { zone: string }) => `Times are in ${zone}, as in your statistics.`,
    changeTimeZone: ({ zone }: { zone: string }) => `Change to ${zone}`,
  },

  pairing: {
    title: 'How to pair',
    screen: 'A phone, tablet or old screen',
    howToOpen: ({ address }: { address: string }) =>
      `Open <address>${address}</address> on it and enter the code, or scan the QR code.`,
    mqtt: 'Home Assistant, ESPHome, WLED (MQTT)',
    aboutMqtt: 'The color is a retained message on one topic.',
    nightscout: 'Clocks and displays for Nightscout',
    nightscoutSite: ({ site }: { site: string }) =>
      `Site <site>${site}</site>, and the code as access token.`,
    ownDevice: 'Something you build yourself',
    howToAsk: ({ glow, feed }: { glow: string; feed: string }) =>
      `Ask <glow>${glow}</glow> with the code, or keep a WebSocket open to <feed>${feed}</feed>.`,
    stepByStep: 'Device set-up, step by step',
  },
  broker: {
    none: 'This server has no MQTT broker.',
    host: { name: 'Broker', copy: 'Copy broker', copied: 'Broker copied' },
    port: { name: 'Port', copy: 'Copy port', copied: 'Port copied' },
    username: { name: 'Username', copy: 'Copy username', copied: 'Username copied' },
    topic: { name: 'Topic', copy: 'Copy topic', copied: 'Topic copied' },
    withTls: 'with TLS',
    anyPassword: 'any password',
    homeAssistant: 'Home Assistant',
    aboutHomeAssistant:
      'Announces your glucose, trend and color as a device to every Home Assistant on this broker.',
  },
  displays: {
    allHistory: 'Let displays read all my readings',
    aboutHistory: ({ days }: { days: number }) =>
      `Otherwise they read the last ${days} days. Apps that show statistics of two weeks or more need this.`,
  },
} as const satisfies Catalog;
