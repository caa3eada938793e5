import { changeWearer, listWearers } from '@tealight/contract';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeCalls } from '../../../test/fake-calls.ts';
import { adaId, aFollowed, aWearer, peopleAnswers } from '../../../test/fake-wearers.ts';
import { openApp } from '../../../test/on-app.ts';

const question = () => screen.findByRole('radiogroup', { name: 'Who wears the sensor?' });
const open = () => openApp('/signup/connection-setup', 'token');

test('[PPL-1] the question stands beside the sources and can be skipped: “Me” keeps the account’s name', async () => {
  const { callsTo } = fakeCalls(peopleAnswers([aWearer()]));
  open();
  await question();
  expect(screen.getByRole('radio', { name: 'Me' })).toBeChecked();
  expect(screen.getByRole('link', { name: 'Skip for now' })).toBeVisible();
  expect(callsTo(changeWearer.path)).toEqual([]);
});

test('[PPL-1] a child’s name and year of birth name the first wearer', async () => {
  const { callsTo } = fakeCalls(peopleAnswers([aWearer()]));
  open();
  await question();
  await userEvent.click(screen.getByRole('radio', { name: 'My child' }));
  await userEvent.type(screen.getByLabelText('Name of your child'), 'Maya');
  await userEvent.type(screen.getByLabelText('Year of birth (optional)'), '2016{Enter}');
  expect(await screen.findByRole('heading', { name: 'Sensor of Maya' })).toHaveFocus();
  expect(callsTo(changeWearer.path)[0]).toMatchObject({
    wearer: adaId,
    body: { name: 'Maya', birthYear: 2016 },
  });
});

test('[PPL-1] somebody else is asked for by name only', async () => {
  fakeCalls(peopleAnswers([aWearer()]));
  open();
  await question();
  await userEvent.click(screen.getByRole('radio', { name: 'Somebody else' }));
  expect(screen.getByLabelText('Name of the person')).toBeVisible();
  expect(screen.queryByLabelText(/Year of birth/)).toBeNull();
});

test('[PPL-1] it is not asked of somebody who has several people already', async () => {
  const { callsTo } = fakeCalls(peopleAnswers([aWearer(), aFollowed()]));
  open();
  expect(await screen.findByRole('heading', { name: 'CGM Connection' })).toBeVisible();
  expect(callsTo(listWearers.path).length).toBeGreaterThan(0);
  expect(screen.queryByRole('radiogroup', { name: 'Who wears the sensor?' })).toBeNull();
});
