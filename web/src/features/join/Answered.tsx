import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../../components/Page.tsx';
import { Panel } from '../../components/Panel.tsx';
import { dayTimeText } from '../../data/page/page-locale.ts';
import { paths } from '../../paths.ts';
import { joinText } from '../../text/people/join.ts';

export function Declined({ inviterName }: { inviterName: string }) {
  const text = joinText.declined;
  return (
    <Page title={joinText.page}>
      <Panel title={text.title} level={1}>
        <Text mb="lg">{text.about({ inviter: inviterName })}</Text>
        <Button component={Link} to={paths.dashboard}>
          {text.toStart}
        </Button>
      </Panel>
    </Page>
  );
}

export type HandOverAcceptedProps = { wearerName: string; takesEffectAt: string };

/** A hand-over is accepted, and takes effect later. */
export function HandOverAccepted({ wearerName, takesEffectAt }: HandOverAcceptedProps) {
  const text = joinText.handOver;
  const date = dayTimeText(takesEffectAt);
  return (
    <Page title={joinText.page}>
      <Panel title={text.acceptedTitle} level={1}>
        <Text mb="lg">{text.accepted({ wearer: wearerName, date })}</Text>
        <Button component={Link} to={paths.people}>
          {text.toPeople}
        </Button>
      </Panel>
    </Page>
  );
}
