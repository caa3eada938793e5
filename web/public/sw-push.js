// Alarms as notifications, also while no page is open. The server sends what the contract calls `PushPayload`.
const ICON = '/icons/icon-192.png';
/** White on transparent: Android shows its shape alone. */
const BADGE = '/icons/badge-96.png';
/** A page answers within this time that it shows an address; one that is frozen does not. Own choice. */
const PAGE_ANSWER_MS = 500;
/** A button that gets no answer within this time opens the page of the alarm. Own choice. */
const ACT_ANSWER_MS = 4000;
/** No message is delivered later than this after it was made (ALM-31): a larger difference is a clock that was set back. */
const LONGEST_DELIVERY_MS = 30 * 60_000;
/** Ranks of alarms that stay on the screen until somebody reacts: urgent low, and urgent low soon. */
const STAYS_UP_TO_RANK = 2;

self.addEventListener('push', (event) => event.waitUntil(receive(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(react(event.action, event.notification.data ?? {}));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(resubscribe(event)));

/** Shows something for every message: browsers end subscriptions that stay silent. */
async function receive(data) {
  const message = messageIn(data);
  if (message === null) {
    await self.registration.showNotification('Tealight: open the page', {
      ...{ body: 'There is an alarm that could not be read.', tag: 'tealight', icon: ICON, badge: BADGE },
      data: { link: '/alarm' },
    });
    return;
  }
  const shown = await self.registration.getNotifications({ tag: message.tag }).catch(() => []);
  const aheadOf = (other) => timeOf(other) - timeOf(message);
  const newer = shown
    .map(({ data }) => data?.message)
    .find((other) => aheadOf(other) > 0 && aheadOf(other) <= LONGEST_DELIVERY_MS);
  // A server that died before it knew that a message was sent sends it again, with the same token.
  const isShown = shown.some(({ data }) => data?.token === message.token);
  // A message that was overtaken changes nothing: the newer one is shown again, without a sound.
  const next = newer ?? message;
  await show(newer !== undefined || isShown ? { ...next, silent: true, renotify: false } : next);
  await post(message.api, 'shown', { token: message.token });
}

/** The alarm in a message; null for one that cannot be read. */
function messageIn(data) {
  try {
    const message = data.json();
    const isReadable = message.v === 1 && [message.title, message.tag].every(isText);
    return isReadable ? message : null;
  } catch {
    return null;
  }
}

const isText = (value) => typeof value === 'string' && value !== '';

/** When a message was made, epoch milliseconds; 0 for one that does not say it. */
const timeOf = (message) => new Date(message?.at ?? 0).getTime() || 0;

function show(message) {
  const { title, text, tag, rank, silent, renotify, ended, actions } = message;
  return self.registration.showNotification(title, {
    ...{ body: text ?? '', tag, icon: ICON, badge: BADGE },
    silent: silent === true,
    renotify: renotify === true && silent !== true,
    requireInteraction: rank <= STAYS_UP_TO_RANK && ended !== true,
    timestamp: timeOf(message) || undefined,
    actions: (actions ?? []).map(({ action, label }) => ({ action, title: label })),
    data: { token: message.token, api: message.api, link: message.link, at: message.at, message },
  });
}

/** A button does what it says; where that fails, and for a press beside the buttons, the page of the alarm opens. */
async function react(action, { api, token, link, message }) {
  const isButton = action === 'seen' || action === 'snooze';
  // A network that was lost may leave a call without an end; old browsers have no such limit.
  if (isButton && (await post(api, 'act', { token, action }, AbortSignal.timeout?.(ACT_ANSWER_MS)))) return;
  // The press has closed the notification, and a browser may open no page that long after it: nobody would know.
  if (isButton && message !== undefined)
    await show({ ...message, silent: true, renotify: false }).catch(() => undefined);
  await open(ownAddress(link) ?? ownAddress('/alarm'));
}

/** Makes a call without a session. Returns whether it worked; nothing is sent to another server. */
async function post(api, call, body, signal) {
  const address = isText(api) && isText(body.token) ? ownAddress(`${api}/${call}`) : null;
  if (address === null) return false;
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify(body), credentials: 'omit', signal };
  return fetch(address.href, request).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** An address of this server; null for one of another. */
function ownAddress(address) {
  try {
    const url = new URL(address, self.location.origin);
    return url.origin === self.location.origin ? url : null;
  } catch {
    return null;
  }
}

/**
 * Shows an address in an open page of the app, else in a new one. A page that follows without loading again keeps its
 * sound. Lamps and pages of share links stay what they are.
 */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = windows.find((one) => !/^\/(lamp|s)\/?$/.test(new URL(one.url).pathname));
  if (page === undefined) return self.clients.openWindow(url.href);
  await page.focus().catch(() => undefined);
  if (await follows(page, url)) return undefined;
  // Only a page that this worker controls can be navigated.
  return page.navigate(url.href).catch(() => self.clients.openWindow(url.href));
}

function follows(page, url) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), PAGE_ANSWER_MS);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    page.postMessage({ open: url.pathname + url.search + url.hash }, [port2]);
  }).finally(() => port1.close());
}

/** Subscribes again with the same key. A worker has no session: an open page, or the next one, saves the subscription. */
async function resubscribe({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options;
  if (!newSubscription && options)
    await self.registration.pushManager.subscribe(options).catch(() => undefined);
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const page of windows) page.postMessage({ hasNewSubscription: true });
}
