import {
  addWearer,
  type Glance,
  listWearers,
  noConnection,
  orderWearers,
  wearerChangesPath,
  wearerGlances,
} from '@tealight/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { failure, fakeCalls, noNetwork } from '../../../test/fake-calls.ts';
import { aConnection, aReading, minutesAgo } from '../../../test/fake-server.ts';
import {
  adaId,
  aFollowed,
  aGlance,
  aWearer,
  leoId,
  mayaId,
  openStream,
  peopleAnswers,
} from '../../../test/fake-wearers.ts';
import { openApp } from '../../../test/on-app.ts';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { glancesQuery } from '../../data/wearer/wearers.ts';

const ada = aWearer();
const maya = aWearer({ id: mayaId, name: 'Maya', accent: 'pink' });
const leo = aFollowed({ alias: 'Leo from school', unit: 'mmol/L' });

const open = () => openApp('/people', 'token');
const cards = () => screen.findAllByRole('listitem');
const card = async (name: string) =>
  within((await screen.findByRole('link', { name })).closest('li') ?? document.body);
const names = async () =>
  (await cards()).map((item) => within(item).getByRole('heading', { level: 2 }).textContent?.slice(1));

afterEach(() => localStorage.clear());

describe('the cards', () => {
  test('[PPL-21] each shows name, value in the reader’s unit, age, trend and state, in this order', async () => {
    fakeCalls(
      peopleAnswers(
        [ada, leo],
        [
          aGlance(adaId, { reading: aReading({ trend: 'falling-slowly', delta: -7, time: minutesAgo(3) }) }),
          aGlance(leoId, { reading: aReading({ value: 6.2 }), unit: 'mmol/L' }),
        ],
      ),
    );
    open();
    const [first, second] = await cards();
    const text = first?.textContent ?? '';
    const inOrder = ['Ada', '112 mg/dL', '3 min ago', '−7', 'Falling slowly, in range', 'Own'];
    const places = inOrder.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(second).toHaveTextContent('Leo from school');
    expect(second).toHaveTextContent('6.20 mmol/L');
    expect(second).toHaveTextContent('Follower · shared by Grace (Leo)');
  });

  test('[PPL-21] pressing a card leads to the wearer, and is described by value and age', async () => {
    fakeCalls(peopleAnswers([ada], [aGlance(adaId)]));
    open();
    const link = await screen.findByRole('link', { name: 'Ada' });
    expect(link).toHaveAttribute('href', `/w/${adaId}/`);
    expect(link).toHaveAccessibleDescription(/112 mg\/dL.*1 min ago/);
    expect(screen.getByRole('link', { name: 'Manage Ada' })).toHaveAttribute('href', `/people/${adaId}`);
  });

  test('[PPL-21] a stale reading is white and struck through, and the card says whose fault it is', async () => {
    const connection = aConnection({ status: 'noCurrentData', state: 'silent' });
    const reading = aReading({ stale: true, time: minutesAgo(40) });
    fakeCalls(peopleAnswers([ada], [aGlance(adaId, { reading, connection })]));
    open();
    const ada_ = await card('Ada');
    expect(ada_.getByText('No current data')).toBeVisible();
    expect(ada_.getByText('112 mg/dL').tagName).toBe('S');
    expect(ada_.getByText('Sensor silent')).toBeVisible();
  });

  test('[PPL-21] without a source, and without an answer about somebody, the card says so', async () => {
    fakeCalls(peopleAnswers([ada, maya], [aGlance(adaId, { reading: null, connection: noConnection })]));
    open();
    expect((await card('Ada')).getByText('Not connected')).toBeVisible();
    expect((await card('Maya')).getByText('Reading not loaded')).toBeVisible();
  });

  test('[PPL-21] the account’s own wearer is hidden until it is used', async () => {
    fakeCalls(peopleAnswers([aWearer({ isShown: false }), leo], [aGlance(leoId)]));
    open();
    expect(await names()).toEqual(['Leo from school']);
  });
});

describe('fresh', () => {
  test('[PPL-21] one event stream reloads the readings, and the list when people change', async () => {
    const stream = openStream();
    let glance: Glance = aGlance(adaId);
    const { callsTo } = fakeCalls({
      ...peopleAnswers([ada]),
      [wearerGlances.path]: () => ({ glances: [glance] }),
      [wearerChangesPath]: () => stream.response,
    });
    open();
    expect(await screen.findByText('112')).toBeVisible();
    expect(callsTo(wearerChangesPath)).toHaveLength(1);
    expect(callsTo(wearerChangesPath)[0]?.token).toBe('Bearer token');
    glance = aGlance(adaId, { reading: aReading({ value: 98 }) });
    stream.send(JSON.stringify({ wearer: adaId, change: 'readings' }));
    expect(await screen.findByText('98')).toBeVisible();
    expect(callsTo(listWearers.path)).toHaveLength(1);
    stream.send(JSON.stringify({ wearer: adaId, change: 'people' }));
    await waitFor(() => expect(callsTo(listWearers.path)).toHaveLength(2));
  });
});

describe('the order', () => {
  const low = aReading({ value: 62, zone: 'low' });
  const urgent = aReading({ value: 48, zone: 'low' });

  test('[PPL-21] is moved by buttons, shown at once and saved', async () => {
    const { callsTo } = fakeCalls(peopleAnswers([ada, maya, leo], [aGlance(adaId)]));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Change order' }));
    await userEvent.click(screen.getByRole('button', { name: 'Move Maya up' }));
    expect(await names()).toEqual(['Maya', 'Ada', 'Leo from school']);
    expect(screen.getByText('Maya is now 1 of 3')).toBeInTheDocument();
    await waitFor(() => expect(callsTo(orderWearers.path)[0]?.body).toEqual({ ids: [mayaId, adaId, leoId] }));
    expect(screen.getByRole('button', { name: 'Move Maya up' })).toHaveFocus();
  });

  test('[PPL-21] worst first puts urgent low, low, high, no data and in range in this order', async () => {
    const wearers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      aWearer({ id: name.repeat(12), name: name.toUpperCase() }),
    );
    const readings = [
      aReading(),
      null,
      aReading({ value: 190, zone: 'high' }),
      aReading({ value: 260, zone: 'high' }),
      low,
      urgent,
    ];
    const glances = wearers.map(({ id }, place) => aGlance(id, { reading: readings[place] ?? null }));
    fakeCalls(peopleAnswers(wearers, glances));
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Worst first' }));
    await userEvent.click(document.body);
    expect(await names()).toEqual(['F', 'E', 'D', 'C', 'B', 'A']);
  });

  test('[PPL-21] never jumps while a pointer or the focus is on the list', async () => {
    localStorage.setItem('tealight-people-order', 'worst-first');
    const stream = openStream();
    let glances = [aGlance(adaId), aGlance(mayaId)];
    fakeCalls({
      ...peopleAnswers([ada, maya]),
      [wearerGlances.path]: () => ({ glances }),
      [wearerChangesPath]: () => stream.response,
    });
    open();
    const list = await screen.findByRole('list', { name: /People/ });
    expect(await names()).toEqual(['Ada', 'Maya']);
    fireEvent.pointerEnter(list);
    glances = [aGlance(adaId), aGlance(mayaId, { reading: urgent })];
    stream.send(JSON.stringify({ wearer: mayaId, change: 'readings' }));
    expect(await screen.findByText('48')).toBeVisible();
    expect(await names()).toEqual(['Ada', 'Maya']);
    act(() => screen.getByRole('link', { name: 'Ada' }).focus());
    fireEvent.pointerLeave(list);
    expect(await names()).toEqual(['Ada', 'Maya']);
    act(() => screen.getByRole('link', { name: 'Ada' }).blur());
    await waitFor(async () => expect(await names()).toEqual(['Maya', 'Ada']));
  });
});

describe('adding a person', () => {
  test('[PPL-2] a name is enough, and another color is suggested', async () => {
    const { callsTo } = fakeCalls({
      ...peopleAnswers([ada], [aGlance(adaId)]),
      [addWearer.path]: { id: mayaId },
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add a person' }));
    expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
    await userEvent.type(dialog.getByLabelText('Name'), 'Maya');
    await userEvent.type(dialog.getByLabelText('Year of birth (optional)'), '2016');
    await userEvent.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await screen.findByText('Maya was added')).toBeVisible();
    expect(callsTo(addWearer.path)[0]?.body).toEqual({ name: 'Maya', accent: 'blue', birthYear: 2016 });
  });

  test('[PPL-1] a year that is still to come is not sent, and too many people are refused in words', async () => {
    const { callsTo } = fakeCalls({
      ...peopleAnswers([ada], [aGlance(adaId)]),
      [addWearer.path]: () => failure('too-many-wearers'),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add a person' }));
    await userEvent.type(screen.getByLabelText('Name'), 'Maya');
    const year = screen.getByLabelText('Year of birth (optional)');
    await userEvent.type(year, '2999{Enter}');
    expect(await screen.findByText('This year is still to come')).toBeVisible();
    expect(callsTo(addWearer.path)).toEqual([]);
    await userEvent.clear(year);
    await userEvent.type(year, '{Enter}');
    expect(await screen.findByText(/as Tealight allows: remove one first$/)).toBeVisible();
  });
});

describe('without an answer', () => {
  test('[PPL-21] the list can be asked for again', async () => {
    fakeCalls({ ...peopleAnswers([ada]), [listWearers.path]: () => failure('not-found') });
    open();
    expect(await screen.findByText('This could not be loaded.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('[PPL-21] what is known stays while the server is unreachable, and the page says so', async () => {
    const stream = openStream();
    let isOnline = true;
    fakeCalls({
      ...peopleAnswers([ada]),
      [wearerGlances.path]: () => (isOnline ? { glances: [aGlance(adaId)] } : noNetwork()),
      [wearerChangesPath]: () => stream.response,
    });
    open();
    expect(await screen.findByText('112')).toBeVisible();
    isOnline = false;
    stream.send(JSON.stringify({ wearer: adaId, change: 'readings' }));
    expect(await screen.findByText(/Can't reach the Tealight server/)).toBeVisible();
    expect(screen.getByText('112')).toBeVisible();
  });

  test('[PPL-21] cards without readings stay while those are asked for again', async () => {
    let answer: unknown = failure('not-found');
    fakeCalls({ ...peopleAnswers([ada]), [wearerGlances.path]: () => answer });
    open();
    const shown = (await screen.findByText('Reading not loaded')).closest('li');
    answer = new Promise(() => {});
    act(() => void accountClient.invalidateQueries(glancesQuery));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(shown).toBeInTheDocument();
  });
});
