import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { SIMULATED_LOW_MGDL, simulateUrgentLow } from '@tealight/contract';
import { glucoseIn, showValue, type Unit } from '@tealight/glucose';
import { CallErrors } from '../../../components/forms/FormErrors.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { callDone } from '../../../data/call-done.ts';
import { simulateText as text } from '../../../text/alarms/settings.ts';

/** Lets a simulated source report an urgent low, so that its alarm can be seen and heard. */
export function SimulateUrgentLow({ wearer, unit, isOn }: { wearer: string; unit: Unit; isOn: boolean }) {
  const simulate = useMutation({ mutationFn: () => callDone(simulateUrgentLow, { wearer }) });
  const value = `${showValue(glucoseIn(SIMULATED_LOW_MGDL, unit), unit)} ${unit}`;
  return (
    <Panel title={text.title}>
      <Text mb="sm">{text.about({ value })}</Text>
      {!isOn && <Text mb="sm">{text.switchOn}</Text>}
      <Button
        variant="default"
        disabled={!isOn}
        loading={simulate.isPending}
        onClick={() => simulate.mutate()}
      >
        {text.button}
      </Button>
      <Text role="status" fw={500}>
        {simulate.isSuccess && text.done}
      </Text>
      <CallErrors error={simulate.error} />
    </Panel>
  );
}
