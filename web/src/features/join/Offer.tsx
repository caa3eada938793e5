import { Stack, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { HAND_OVER_DAYS, type Invitation, type Right } from '@tealight/contract';
import type { ReactNode } from 'react';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { dayTimeText } from '../../data/page/page-locale.ts';
import { joinText } from '../../text/people/join.ts';
import { rightsText } from '../../text/people/rights.ts';
import classes from './join.module.css';

/** What an invitation offers: who invites, what there will be to see, and what not. No reading, no picture. */
export function Offer({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const { inviterName: inviter, wearerName: wearer, role, expiresAt, isForOneAddress } = invitation;
  const names = { inviter, wearer };
  const date = dayTimeText(expiresAt);
  const isHandOver = role === 'owner';
  return (
    <Page title={joinText.page}>
      <Panel title={isHandOver ? joinText.handOver.title(names) : joinText.title(names)} level={1}>
        <Stack gap="md">
          {isHandOver ? (
            <>
              <Text>{joinText.handOver.about({ wearer })}</Text>
              <Text>{joinText.handOver.when({ days: HAND_OVER_DAYS })}</Text>
            </>
          ) : (
            <>
              <Text>{joinText.about({ wearer })}</Text>
              <Rights rights={invitation.rights} />
              <Text>{joinText.leave}</Text>
            </>
          )}
          <Text size="sm" c="dimmed">
            {joinText.until({ date })} {isForOneAddress && joinText.forOneAddress}
          </Text>
          {children}
        </Stack>
      </Panel>
    </Page>
  );
}

/** What will be seen, what may be done, and what will not be seen. */
function Rights({ rights }: { rights: readonly Right[] }) {
  const { see, may, never } = rightsText;
  const has = (right: string) => rights.some((one) => one === right);
  const wordsOf = (words: Readonly<Record<string, string>>, given: boolean) =>
    Object.entries(words)
      .filter(([right]) => has(right) === given)
      .map(([, text]) => text);
  const mayDo = wordsOf(may, true);
  return (
    <>
      <List title={joinText.willSee} items={wordsOf(see, true)} mark="yes" />
      {mayDo.length > 0 && <List title={joinText.may} items={mayDo} mark="yes" />}
      <List title={joinText.willNotSee} items={[...wordsOf(see, false), never]} mark="no" />
    </>
  );
}

function List({ title, items, mark }: { title: string; items: readonly string[]; mark: 'yes' | 'no' }) {
  const Icon = mark === 'yes' ? IconCheck : IconX;
  return (
    <section>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list} data-mark={mark}>
        {items.map((item) => (
          <li key={item}>
            <Icon size={18} stroke={2.5} aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}
