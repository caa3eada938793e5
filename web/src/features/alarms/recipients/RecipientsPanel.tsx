import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ItemList } from '../../../components/content/ItemList.tsx';
import { Loading } from '../../../components/LoadError.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { accountClient } from '../../../data/wearer/query-clients.ts';
import { ownAlarmsText, recipientsText } from '../../../text/alarms/recipients.ts';
import { alarmSettingsQuery, recipientsQuery } from '../queries.ts';
import { escalationLines } from './escalation-lines.ts';
import { OwnAlarmsForm } from './OwnAlarmsForm.tsx';
import { RecipientItem } from './RecipientItem.tsx';
import classes from './recipients.module.css';

export type RecipientsPanelProps = {
  wearer: string;
  /** Whether the reader may put others on and off duty. */
  mayAct: boolean;
};

/** Whom the alarms of a wearer reach, what happens when nobody reacts, and how they reach the reader (ALM-24 to ALM-26). */
export function RecipientsPanel({ wearer, mayAct }: RecipientsPanelProps) {
  const { data, isError, refetch } = useQuery(recipientsQuery(wearer), accountClient);
  return (
    <Panel title={recipientsText.title}>
      {data === undefined && <Loading {...{ isError, refetch }} height={96} />}
      {data && (
        <>
          <ItemList label={recipientsText.list}>
            {data.recipients.map((recipient) => (
              <RecipientItem key={recipient.id} {...{ wearer, recipient, mayAct }} />
            ))}
          </ItemList>
          <Escalation wearer={wearer} />
          <h3 className={classes.title}>{ownAlarmsText.title}</h3>
          <OwnAlarmsForm wearer={wearer} saved={data.own} />
        </>
      )}
    </Panel>
  );
}

function Escalation({ wearer }: { wearer: string }) {
  const text = recipientsText.escalation;
  // The form of these settings, on the same page, says when they could not be loaded.
  const { data } = useQuery(alarmSettingsQuery(wearer), accountClient);
  if (data === undefined) return null;
  return (
    <div className={classes.escalation}>
      <Text fw={600}>{text.title}</Text>
      <Text size="sm">{text.about}</Text>
      <ul>
        {escalationLines(data.escalatesHighs).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Text size="sm">{text.ends}</Text>
    </div>
  );
}
