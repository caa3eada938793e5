import { Anchor, Button, List, Stack, Text } from '@mantine/core';
import { IconArrowRight, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { connectSourceText } from '../../text/connect-source.ts';
import classes from './ConnectorCard.module.css';
import type { Connector } from './connectors.ts';

export type ConnectorCardProps = {
  connector: Connector;
  group: string;
  chosen: boolean;
  offered: boolean;
  /** Whether the card has an arrow that chooses it and leads to its first field. */
  applies: boolean;
  /** Address of the set-up guide. */
  guide: string;
  onChoose: () => void;
  onApply: () => void;
  /** The fields, shown while it is chosen. */
  children: ReactNode;
};

/** One source as a radio card; the chosen one opens to its help and its fields. */
export function ConnectorCard(props: ConnectorCardProps) {
  const { connector, group, chosen, offered, applies, onChoose, onApply } = props;
  const about = useId();
  return (
    <div className={classes.card} data-chosen={chosen} data-offered={offered}>
      <div className={classes.head}>
        <label className={classes.label}>
          <input
            type="radio"
            name={group}
            value={connector.type}
            checked={chosen}
            disabled={!offered}
            onChange={onChoose}
            aria-label={connector.form.label}
            aria-describedby={about}
          />
          <span>
            <b>{connector.form.label}</b>
            <Text id={about} component="span" display="block" size="sm" c="dimmed">
              {offered ? connector.form.about : connectSourceText.card.notOffered}
            </Text>
          </span>
        </label>
        {applies && offered && !chosen && (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={connectSourceText.card.applyTo({ source: connector.form.label })}
            rightSection={<IconArrowRight size={18} aria-hidden="true" />}
            onClick={onApply}
          >
            {connectSourceText.card.apply}
          </Button>
        )}
      </div>
      {chosen && <ConnectorBody {...props} />}
    </div>
  );
}

function ConnectorBody({ connector, guide, children }: ConnectorCardProps) {
  return (
    <Stack gap="md" className={classes.body}>
      <List size="sm" spacing={4} className={classes.help}>
        {connector.form.help.map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
      <Anchor href={guide} target="_blank" rel="noopener" size="sm">
        {connectSourceText.card.guide({ source: connector.form.label })}{' '}
        <IconExternalLink size={14} aria-label={connectSourceText.card.newTab} />
      </Anchor>
      {children}
    </Stack>
  );
}
