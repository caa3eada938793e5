import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { SourceType } from '@tealight/contract';
import { otherRegion, regionOf } from '@tealight/sources/descriptors';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useFocusOnOpen } from '../../components/focus/use-focus-on-open.ts';
import { commonText } from '../../text/common.ts';
import { connectSourceText } from '../../text/connect-source.ts';
import { ConnectorCard } from './ConnectorCard.tsx';
import { ConnectorInputs } from './ConnectorInputs.tsx';
import { type Connector, connectorOf, connectors } from './connectors.ts';
import type { Rejection } from './rejection.ts';
import { type SourceLogin, useConnectionForm } from './use-connection-form.ts';

export type ConnectorChooserProps = {
  saveLabel: string;
  busy: boolean;
  rejection: Rejection | null;
  /** Sources that can be connected here. */
  offered: readonly SourceType[];
  /** Address of the set-up guide. */
  guide: string;
  /**
   * The country of the wearer's owner, ISO 3166-1 alpha-2: where a source has regions, the server tries its own first.
   * Null: not known.
   */
  country: string | null;
  /** Which source is chosen at first. */
  first?: SourceType | null;
  /** Cards with an arrow, and a cancel button once one is chosen. */
  applies?: boolean;
  /** Whether it gets the focus: the wearer has asked for it. */
  takesFocus?: boolean;
  onSave: (login: SourceLogin) => void;
  onCancel?: () => void;
  /** Another way to connect the chosen source, below its fields. */
  otherWay?: (chosen: SourceType) => ReactNode;
  /** What stands beside the save button. */
  children?: ReactNode;
};

/** Where the readings come from: one card a source, the chosen one with its fields. */
export function ConnectorChooser(props: ConnectorChooserProps) {
  const { busy, rejection, offered, guide, country, first = null, applies = false, onSave } = props;
  const { takesFocus = false } = props;
  const connection = useConnectionForm(first);
  const group = useId();
  const form = useFocusOnOpen(takesFocus, 'input:not([type=radio])', 'input');
  const [applied, setApplied] = useState<SourceType | null>(null);
  const { chosen, login } = connection;
  useEffect(() => {
    if (applied !== null) form.current?.querySelector<HTMLInputElement>('input:not([type=radio])')?.focus();
  }, [applied, form]);
  const choose = (type: SourceType, byArrow: boolean) => {
    connection.choose(type);
    setApplied(byArrow ? type : null);
  };
  /** The region that the form shows, after the source has refused. */
  const region = rejection?.type === chosen?.type ? (connection.region ?? homeOf(chosen, country)) : null;
  const tryElsewhere = (login: SourceLogin, tried: string) => {
    const { regions } = connectorOf(login.type);
    if (regions === undefined) return;
    const other = otherRegion(regions, tried);
    connection.setRegion(other);
    onSave({ ...login, region: other });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (login !== null && !busy) onSave({ ...login, region: region ?? login.region });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="sm" role="radiogroup" aria-label={connectSourceText.chooser.label}>
        {connectors.map((connector) => (
          <ConnectorCard
            key={connector.type}
            connector={connector}
            group={group}
            chosen={chosen === connector}
            offered={offered.includes(connector.type)}
            applies={applies}
            guide={`${guide}#${connector.type.toLowerCase()}`}
            onChoose={() => choose(connector.type, false)}
            onApply={() => choose(connector.type, true)}
          >
            <ConnectorInputs
              connection={connection}
              asksRegion={rejection?.type === connector.type}
              region={region}
            />
            {rejection?.type === connector.type && (
              <Refused
                rejection={rejection}
                busy={busy}
                onOtherRegion={region === null ? null : login && (() => tryElsewhere(login, region))}
              />
            )}
            {props.otherWay?.(connector.type)}
          </ConnectorCard>
        ))}
      </Stack>
      <Buttons
        {...props}
        savable={login !== null}
        cancel={() => [connection.choose(null), props.onCancel?.()]}
      />
    </form>
  );
}

const homeOf = (connector: Connector | null, country: string | null) =>
  connector?.regions && country !== null ? regionOf(connector.regions, country) : null;

type RefusedProps = { rejection: Rejection; busy: boolean; onOtherRegion: (() => void) | null };

function Refused({ rejection: { type, title, errorCode }, busy, onOtherRegion }: RefusedProps) {
  const isRegionSuspected =
    errorCode !== null && connectorOf(type).regions?.suspectedAfter.includes(errorCode);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle aria-hidden="true" />} role="alert">
      {title}
      {isRegionSuspected && onOtherRegion && (
        <Button mt="sm" display="block" variant="default" size="sm" disabled={busy} onClick={onOtherRegion}>
          {commonText.tryOtherRegion}
        </Button>
      )}
    </Alert>
  );
}

type ButtonsProps = ConnectorChooserProps & { savable: boolean; cancel: () => void };

function Buttons({ saveLabel, busy, savable, applies, cancel, children }: ButtonsProps) {
  return (
    <Group mt="lg" justify="space-between">
      <Group>
        <Button type="submit" disabled={!savable} loading={busy}>
          {saveLabel}
        </Button>
        {applies && (
          <Button variant="default" onClick={cancel}>
            {commonText.cancel}
          </Button>
        )}
      </Group>
      {children}
    </Group>
  );
}
