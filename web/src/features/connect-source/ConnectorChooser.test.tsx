import { MantineProvider } from '@mantine/core';
import type { SourceType } from '@tealight/contract';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { ConnectorChooser, type ConnectorChooserProps } from './ConnectorChooser.tsx';
import { connectorOf } from './connectors.ts';

const all: SourceType[] = ['dexcom', 'freeStyleLibre', 'nightScout', 'medtronic'];
const open = (more: Partial<ConnectorChooserProps> = {}) => {
  const onSave = vi.fn();
  const element = (
    <MantineProvider env="test">
      <ConnectorChooser
        saveLabel="Save"
        busy={false}
        rejection={null}
        offered={all}
        guide="/guide"
        country="US"
        onSave={onSave}
        {...more}
      />
    </MantineProvider>
  );
  return { onSave, ...render(element) };
};
const atDexcom = {
  type: 'dexcom',
  title: 'Dexcom did not accept this login',
  errorCode: 'wrong-login',
} as const;
const card = (name: string) => screen.getByRole('radio', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('the connector chooser', () => {
  test('[CON-1] has a radio card for each of the four sources', () => {
    open();
    expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Dexcom',
      'FreeStyleLibre',
      'Nightscout',
      'Medtronic',
    ]);
  });

  test('[CON-1] the chosen card shows a help text and a guide that opens in a new tab', async () => {
    open();
    expect(screen.queryByRole('link')).toBeNull();
    await userEvent.click(card('Dexcom'));
    expect(screen.getByText(/Share must be on and at least one follower/)).toBeVisible();
    const guide = screen.getByRole('link', { name: /guide/ });
    expect(guide).toHaveAttribute('target', '_blank');
    expect(guide).toHaveAttribute('rel', expect.stringContaining('noopener'));
  });

  test('[CON-1] another choice starts empty, its boxes too', async () => {
    open();
    await userEvent.click(card('Medtronic'));
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(card('Dexcom'));
    await userEvent.click(card('Medtronic'));
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  test.each([
    ['Dexcom', ['Username', 'Password']],
    ['FreeStyleLibre', ['Email', 'Password']],
    ['Nightscout', ['Endpoint', 'Api Secret']],
    ['Medtronic', ['Username', 'Password']],
  ])('[CON-2] %s asks for %j, and for all of it', async (name, labels) => {
    open();
    await userEvent.click(card(name));
    for (const label of labels) {
      expect(save()).toBeDisabled();
      await userEvent.type(screen.getByLabelText(label), 'abc');
    }
    expect(save()).toBeEnabled();
  });

  test('[CON-2] FreeStyleLibre says that the LibreLinkUp app is required first', async () => {
    open();
    await userEvent.click(card('FreeStyleLibre'));
    expect(screen.getByText(/LibreLinkUp app is required first/)).toBeVisible();
  });

  test('[CON-2] Medtronic alone asks whether it is the US region', async () => {
    const { onSave } = open();
    await userEvent.click(card('Nightscout'));
    expect(screen.queryByRole('checkbox')).toBeNull();
    await userEvent.click(card('Medtronic'));
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Is US region?' }));
    await userEvent.click(save());
    expect(onSave).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'medtronic', checkedBoxes: ['isUsRegion'] }),
    );
  });

  test('[CON-2] names are trimmed, secrets are sent as they were typed', async () => {
    const { onSave } = open();
    await userEvent.click(card('Nightscout'));
    await userEvent.type(screen.getByLabelText('Endpoint'), ' my-site.example ');
    await userEvent.type(screen.getByLabelText('Api Secret'), ' spaced secret ');
    await userEvent.click(save());
    expect(onSave.mock.calls[0]?.[0].texts).toEqual({
      endpoint: 'my-site.example',
      apiSecret: ' spaced secret ',
    });
  });

  test('what was typed for one source is not carried to another', async () => {
    open();
    await userEvent.click(card('Dexcom'));
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    await userEvent.click(card('FreeStyleLibre'));
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });

  test('a vendor’s password is not offered to the password manager as the wearer’s own', async () => {
    open();
    await userEvent.click(card('Dexcom'));
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'one-time-code');
    expect(screen.getByLabelText('Username')).toHaveAttribute('autocomplete', 'off');
  });

  test('[DASH-1] with arrows, each card has “Apply”, which leads to its first field', async () => {
    open({ applies: true });
    expect(screen.getAllByRole('button', { name: /Apply/ })).toHaveLength(4);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Apply Nightscout' }));
    expect(screen.getByLabelText('Endpoint')).toHaveFocus();
  });

  test('[DASH-1] “Cancel” closes the card', async () => {
    open({ applies: true, first: 'dexcom' });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(card('Dexcom')).not.toBeChecked();
  });

  test('[CON-6] an error is shown by the fields, and what was typed stays', async () => {
    open({ first: 'dexcom', rejection: { ...atDexcom, errorCode: 'unreachable' } });
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    expect(screen.getByRole('alert')).toHaveTextContent('Dexcom did not accept this login');
    expect(screen.getByLabelText('Username')).toHaveValue('ada');
    expect(screen.queryByRole('button', { name: 'Try the other region' })).toBeNull();
  });

  test('[CON-5] after Dexcom refused, the other region is one click, with what was typed', async () => {
    const { onSave } = open({ first: 'dexcom', rejection: atDexcom });
    expect(screen.queryByRole('button', { name: 'Try the other region' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    const where = screen.getByLabelText('Where the Dexcom account was created');
    expect(where).toHaveDisplayValue('United States');
    for (const region of ['OUS', 'US']) {
      await userEvent.click(screen.getByRole('button', { name: 'Try the other region' }));
      expect(onSave).toHaveBeenLastCalledWith(
        expect.objectContaining({ region, texts: { username: 'ada', password: 'secret' } }),
      );
    }
    await userEvent.selectOptions(where, 'Japan and Singapore');
    await userEvent.click(save());
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ region: 'JP' }));
  });

  test('[CON-5] the region that is shown is the one that is sent', async () => {
    const { onSave } = open({ first: 'dexcom', rejection: atDexcom });
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    expect(screen.getByLabelText('Where the Dexcom account was created')).toHaveValue('US');
    await userEvent.click(save());
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ region: 'US' }));
  });

  test('[CON-5] where it is not known which region was tried, none is named before one is chosen', async () => {
    const { onSave } = open({ first: 'dexcom', rejection: atDexcom, country: null });
    await userEvent.type(screen.getByLabelText('Username'), 'ada');
    await userEvent.type(screen.getByLabelText('Password'), 'secret');
    const where = screen.getByLabelText('Where the Dexcom account was created');
    expect(where).toHaveDisplayValue('Choose a region');
    expect(screen.queryByRole('button', { name: 'Try the other region' })).toBeNull();
    await userEvent.click(save());
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ region: null }));
    await userEvent.selectOptions(where, 'United States');
    await userEvent.click(save());
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ region: 'US' }));
    await userEvent.click(screen.getByRole('button', { name: 'Try the other region' }));
    expect(onSave).toHaveBeenLastCalledWith(expect.objectContaining({ region: 'OUS' }));
  });

  test('a source that this server does not offer cannot be chosen', () => {
    open({ offered: ['nightScout'] });
    expect(card('Dexcom')).toBeDisabled();
    expect(card('Nightscout')).toBeEnabled();
  });

  test('[CON-3] the notices are the very strings', () => {
    expect(all.map((type) => connectorOf(type).connectedMessage)).toEqual([
      'You have successfully connected to Dexcom',
      'You have successfully connected to Freestyle Libre',
      'You have successfully connected to Nightsout',
      'You have successfully connected to Medtronic',
    ]);
  });
});
