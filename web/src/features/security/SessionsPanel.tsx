import { Anchor, Button, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endSessions, listSessions, type SignedInSession } from '@tealight/contract';
import { Link } from 'react-router';
import { ItemList } from '../../components/content/ItemList.tsx';
import { useFocusAfterRender } from '../../components/focus/use-focus-after-render.ts';
import { CallErrors } from '../../components/forms/FormErrors.tsx';
import { Loading } from '../../components/LoadError.tsx';
import { Panel } from '../../components/Panel.tsx';
import { call } from '../../data/call.ts';
import { notifySuccess } from '../../data/notices.ts';
import { dayTimeText } from '../../data/page/page-locale.ts';
import { useHasAlarms } from '../../data/wearer/alarms.ts';
import { paths } from '../../paths.ts';
import { accountText } from '../../text/account.ts';
import { Sentence } from '../../text/Sentence.tsx';
import classes from './SessionsPanel.module.css';

const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: async ({ signal }) => (await call(listSessions, { signal })).sessions,
});

/** The sessions of the account, each with a button that ends it. */
export function SessionsPanel() {
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery);
  const hasAlarms = useHasAlarms();
  const list = useFocusAfterRender<HTMLUListElement>();
  // The button that was pressed is gone with its session.
  const end = useEnd(list.focus);
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel title={accountText.sessions.title}>
      {!sessions && <Loading {...{ isError, refetch }} height={96} />}
      {sessions && (
        <ItemList ref={list.target} label={accountText.sessions.list}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} onEnd={() => end.mutate(session)} />
          ))}
        </ItemList>
      )}
      {hasAlarms && (
        <Text size="sm" mt="md">
          <Sentence
            text={accountText.sessions.alarmsStay}
            parts={{
              channels: (words) => (
                <Anchor component={Link} to={paths.alarms} inherit underline="always">
                  {words}
                </Anchor>
              ),
            }}
          />
        </Text>
      )}
      <CallErrors error={end.error} />
      {others.length > 1 && (
        <Button variant="default" mt="md" onClick={() => end.mutate(null)}>
          {accountText.sessions.signOutOthers}
        </Button>
      )}
    </Panel>
  );
}

/** Ends one session, or with null all but this one. */
function useEnd(onEnded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (session: SignedInSession | null) =>
      call(endSessions, { body: session === null ? {} : { id: session.id } }),
    onSuccess: async (_, session) => {
      notifySuccess(
        session === null ? accountText.sessions.signedOutOthers : accountText.sessions.signedOut(session),
      );
      await client.invalidateQueries(sessionsQuery);
      onEnded();
    },
  });
}

function SessionItem({ session, onEnd }: { session: SignedInSession; onEnd: () => void }) {
  const { device, signedInAt, lastUsedAt, current } = session;
  const at = dayTimeText(signedInAt);
  return (
    <li>
      <div>
        <Text fw={500}>{device}</Text>
        <Text size="sm" c="dimmed">
          {current
            ? accountText.sessions.signedIn({ at })
            : accountText.sessions.signedInAndUsed({
                at,
                lastUsedAt: dayTimeText(lastUsedAt),
              })}
        </Text>
      </div>
      {current ? (
        <span className={classes.here}>{accountText.sessions.current}</span>
      ) : (
        <Button
          variant="default"
          size="sm"
          onClick={onEnd}
          aria-label={accountText.sessions.signOutDevice({ device })}
        >
          {accountText.sessions.signOut}
        </Button>
      )}
    </li>
  );
}
