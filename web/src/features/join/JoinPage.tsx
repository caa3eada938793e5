import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lookAtInvitation } from '@tealight/contract';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { LoadError } from '../../components/LoadError.tsx';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { CallFailed, call } from '../../data/call.ts';
import { commonText } from '../../text/common.ts';
import { joinText } from '../../text/people/join.ts';
import { Answer } from './Answer.tsx';
import { Declined, HandOverAccepted } from './Answered.tsx';
import { FirstSettings } from './FirstSettings.tsx';
import { Offer } from './Offer.tsx';
import type { Outcome } from './outcome.ts';
import { forgetInvitation } from './pending-invitation.ts';

/** The page of an invitation (PPL-12). The token is in the fragment, which no server log sees. */
export function JoinPage() {
  const { hash } = useLocation();
  const token = hash.slice(1);
  return token === '' ? <Expired /> : <Invited key={token} token={token} />;
}

function Invited({ token }: { token: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const look = useQuery({
    queryKey: [lookAtInvitation.path, token],
    queryFn: ({ signal }) => call(lookAtInvitation, { body: { token }, signal }),
    // What was answered is expired: the page goes on with what it knows.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  });
  const isExpired = look.error instanceof CallFailed && look.error.code === 'link-expired';
  useEffect(() => {
    if (isExpired) forgetInvitation();
  }, [isExpired]);
  const [isSpent, setSpent] = useState(false);
  if (isExpired || isSpent) return <Expired />;
  const invitation = look.data;
  if (invitation === undefined) {
    return (
      <Page title={joinText.page}>
        {look.isError ? (
          <LoadError onRetry={look.refetch} />
        ) : (
          <Text role="status">{commonText.loading}</Text>
        )}
      </Page>
    );
  }
  const { wearerName, inviterName, rights } = invitation;
  if (outcome?.kind === 'declined') return <Declined inviterName={inviterName} />;
  if (outcome?.kind === 'hand-over')
    return <HandOverAccepted wearerName={wearerName} takesEffectAt={outcome.takesEffectAt} />;
  if (outcome?.kind === 'follows') {
    const getsAlarms = rights.includes('get-alarms');
    return <FirstSettings {...{ wearerName, getsAlarms }} wearer={outcome.wearer} />;
  }
  return (
    <Offer invitation={invitation}>
      <Answer
        token={token}
        invitation={invitation}
        onAnswered={setOutcome}
        onExpired={() => setSpent(true)}
      />
    </Offer>
  );
}

/** Unknown, spent, withdrawn and expired invitations look alike (PPL-11). */
function Expired() {
  return (
    <Page title={commonText.linkExpired}>
      <Panel title={joinText.expired.title} level={1}>
        <Text>{joinText.expired.about}</Text>
      </Panel>
    </Page>
  );
}
