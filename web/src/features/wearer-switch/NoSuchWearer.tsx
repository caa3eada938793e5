import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AccentInitial } from '../../components/AccentInitial.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { accountClient } from '../../data/wearer/query-clients.ts';
import { useShownWearer } from '../../data/wearer/shown-wearer.ts';
import { chooseWearer } from '../../data/wearer/wearer-page.ts';
import { type KnownWearer, knownWearer, nameOf, wearersQuery } from '../../data/wearer/wearers.ts';
import { peopleSwitchText } from '../../text/people/people-switch.ts';
import classes from './wearer-switch.module.css';

/** The right to see the wearer of this page has ended: says so, and asks whom to show instead. */
export function NoSuchWearer() {
  const { id } = useShownWearer();
  const { data } = useQuery(wearersQuery, accountClient);
  const others = data?.wearers.filter((wearer) => wearer.id !== id) ?? [];
  const shown = others.filter(({ isShown }) => isShown);
  return (
    <Page title={peopleSwitchText.lost.page}>
      <Panel title={titleOf(id === null ? null : knownWearer(id))} level={1}>
        {others.length > 0 && (
          <>
            <Text mb="md">{peopleSwitchText.lost.ask}</Text>
            <ul className={classes.choice}>
              {(shown.length > 0 ? shown : others).map((wearer) => (
                <li key={wearer.id}>
                  <Button
                    variant="default"
                    size="lg"
                    leftSection={<AccentInitial name={nameOf(wearer)} accent={wearer.accent} />}
                    onClick={() => chooseWearer(wearer.id)}
                  >
                    {peopleSwitchText.lost.show({ name: nameOf(wearer) })}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </Panel>
    </Page>
  );
}

function titleOf(known: KnownWearer | null): string {
  const { followed, own, unknown } = peopleSwitchText.lost;
  if (known === null) return unknown;
  return known.isOwn ? own(known) : followed(known);
}
