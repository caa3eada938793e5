import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { fakeCalls } from '../../../test/fake-calls.ts';
import { currentAddress, openApp } from '../../../test/on-app.ts';
import { helpText } from '../../text/help/pages.ts';

describe('a page of our own', () => {
  test.each(Object.entries(helpText.topics).map(([name, { title }]) => [name, title]))(
    '[ACC-4] %s is there for anybody',
    async (name, title) => {
      fakeCalls();
      openApp(`/help/${name}`);
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
      expect((await screen.findAllByRole('heading', { level: 2 })).length).toBeGreaterThan(1);
    },
  );

  test.each(['terms', 'faq'])('%s says that this is not a medical device', async (name) => {
    fakeCalls();
    openApp(`/help/${name}`);
    expect(
      await screen.findByText(/is not a medical device\. Do not/, { selector: 'main strong' }),
    ).toBeVisible();
  });

  test.each(['dexcom', 'freestylelibre', 'nightscout', 'medtronic'])(
    '[CON-1] a guide opens at the part about %s',
    async (source) => {
      fakeCalls();
      const shown = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
      openApp(`/help/setup#${source}`);
      await vi.waitFor(() =>
        expect(shown.mock.contexts.map((part) => (part as HTMLElement).id)).toContain(source),
      );
      shown.mockRestore();
    },
  );

  test('an unknown one leads home', async () => {
    fakeCalls();
    openApp('/help/nothing');
    await vi.waitFor(() => expect(currentAddress()).toBe('/login'));
  });
});
