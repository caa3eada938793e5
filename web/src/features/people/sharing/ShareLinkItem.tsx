import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endShareLink, rotateShareLink, type ShareLink } from '@tealight/contract';
import { useState } from 'react';
import { Confirmation } from '../../../components/forms/Confirmation.tsx';
import { call } from '../../../data/call.ts';
import { callDone } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { dayTimeText } from '../dates.ts';
import classes from '../manage.module.css';
import { shareLinksQuery } from '../queries.ts';
import { LinkOnce } from './LinkOnce.tsx';

export type ShareLinkItemProps = { link: ShareLink; wearer: string; onEnded: () => void };

/** One share link: what it shows, until when, how often it was opened; a new secret, and its end. */
export function ShareLinkItem({ link, wearer, onEnded }: ShareLinkItemProps) {
  const text = sharingText.links;
  const { name } = link;
  const [asking, setAsking] = useState<'rotate' | 'end' | null>(null);
  const close = () => {
    rotate.reset();
    end.reset();
    setAsking(null);
  };
  const rotate = useRotate(link, wearer);
  const end = useEnd(link, wearer, onEnded);
  const confirmRotate = () => rotate.mutate(undefined, { onSuccess: () => setAsking(null) });
  return (
    <li>
      <div>
        <Text fw={500}>{name}</Text>
        <Text size="sm" c="dimmed">
          {untilOf(link)}
        </Text>
        {link.alias !== null && (
          <Text size="sm" c="dimmed">
            {text.shownAs({ alias: link.alias })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {link.lastOpenedAt === null
            ? text.neverOpened
            : text.opened({ date: dayTimeText(link.lastOpenedAt), times: link.opened })}
        </Text>
        {rotate.data && (
          <LinkOnce
            link={rotate.data.link}
            about={text.ready({ name })}
            qrLabel={text.qrImage}
            onDone={rotate.reset}
          />
        )}
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          aria-label={text.rotateOf({ name })}
          onClick={() => setAsking('rotate')}
        >
          {text.rotate}
        </Button>
        <Button
          variant="light"
          color="red"
          size="sm"
          aria-label={text.endOf({ name })}
          onClick={() => setAsking('end')}
        >
          {text.end}
        </Button>
      </div>
      <Confirmation
        opened={asking === 'rotate'}
        title={text.rotateTitle({ name })}
        consequence={text.rotateConsequence}
        confirm={text.rotate}
        keep={text.keep}
        busy={rotate.isPending}
        error={rotate.error}
        onConfirm={confirmRotate}
        onClose={close}
      />
      <Confirmation
        opened={asking === 'end'}
        title={text.endTitle({ name })}
        consequence={text.endConsequence}
        confirm={text.end}
        keep={text.keepLink}
        busy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate()}
        onClose={close}
      />
    </li>
  );
}

function untilOf({ scope, expiresAt }: ShareLink): string {
  const { scopes, until, unlimited, ended } = sharingText.links;
  const shown = { scope: scopes[scope] };
  if (expiresAt === null) return unlimited(shown);
  return Date.parse(expiresAt) > Date.now()
    ? until({ ...shown, date: dayTimeText(expiresAt) })
    : ended(shown);
}

function useRotate({ id }: ShareLink, wearer: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(rotateShareLink, { wearer, body: { id } }),
    onSuccess: () => client.invalidateQueries(shareLinksQuery(wearer)),
  });
}

function useEnd({ id, name }: ShareLink, wearer: string, onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callDone(endShareLink, { wearer, body: { id } }),
    onSuccess: async () => {
      notifySuccess(sharingText.links.endDone({ name }));
      await client.invalidateQueries(shareLinksQuery(wearer));
      onEnded();
    },
  });
}
