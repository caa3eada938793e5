import { useMutation, useQueryClient } from '@tanstack/react-query';
import { endShareLink, rotateShareLink, type ShareLink } from '@tealight/contract';
import { Item } from '../../../components/content/ItemList.tsx';
import { ConfirmButton } from '../../../components/forms/ConfirmButton.tsx';
import { useNow } from '../../../components/use-now.ts';
import { call } from '../../../data/call.ts';
import { callEnd } from '../../../data/call-done.ts';
import { notifySuccess } from '../../../data/notices.ts';
import { dayTimeText } from '../../../data/page/page-locale.ts';
import { sharingText } from '../../../text/people/sharing.ts';
import { shareLinksQuery } from '../queries.ts';
import { LinkOnce } from './LinkOnce.tsx';

export type ShareLinkItemProps = { link: ShareLink; wearer: string; onEnded: () => void };

/** One share link: what it shows, until when, how often it was opened; a new secret, and its end. */
export function ShareLinkItem({ link, wearer, onEnded }: ShareLinkItemProps) {
  const text = sharingText.links;
  const { name } = link;
  const now = useNow();
  const rotate = useRotate(link, wearer);
  const end = useEnd(link, wearer, onEnded);
  return (
    <Item
      title={name}
      facts={[
        untilOf(link, now),
        link.alias === null ? null : text.shownAs({ alias: link.alias }),
        link.lastOpenedAt === null
          ? text.neverOpened
          : text.opened({ date: dayTimeText(link.lastOpenedAt), times: link.opened }),
      ]}
      actions={
        <>
          <ConfirmButton
            variant="default"
            size="sm"
            label={text.rotate}
            name={text.rotateOf({ name })}
            title={text.rotateTitle({ name })}
            consequence={text.rotateConsequence}
            keep={text.keep}
            action={rotate}
          />
          <ConfirmButton
            size="sm"
            label={text.end}
            name={text.endOf({ name })}
            title={text.endTitle({ name })}
            consequence={text.endConsequence}
            keep={text.keepLink}
            action={end}
          />
        </>
      }
    >
      {rotate.data && (
        <LinkOnce
          link={rotate.data.link}
          about={text.ready({ name })}
          qrLabel={text.qrImage}
          onDone={rotate.reset}
        />
      )}
    </Item>
  );
}

function untilOf({ scope, expiresAt }: ShareLink, now: number): string {
  const { scopes, until, unlimited, ended } = sharingText.links;
  const shown = { scope: scopes[scope] };
  if (expiresAt === null) return unlimited(shown);
  return Date.parse(expiresAt) > now ? until({ ...shown, date: dayTimeText(expiresAt) }) : ended(shown);
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
    mutationFn: () => callEnd(endShareLink, { wearer, body: { id } }),
    onSuccess: async () => {
      notifySuccess(sharingText.links.endDone({ name }));
      await client.invalidateQueries(shareLinksQuery(wearer));
      onEnded();
    },
  });
}
